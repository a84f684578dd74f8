import type { PageLook } from "../../graphql/status-pages/status-page/rules/page-look.ts"
import { accentOf } from "./accent.ts"

/** Text keeps 4.5:1 on every ground it stands on. */
const light = {
  "on-light": "block",
  "on-dark": "none",
  ground: "#f6f7f9",
  card: "#fff",
  line: "#e2e5ea",
  "line-strong": "#6b7789",
  text: "#161a20",
  muted: "#596270",
  link: "#3341b3",
  good: "#127236",
  "good-soft": "#e4f4e9",
  warning: "#8a5200",
  "warning-soft": "#fdf1dc",
  bad: "#a8430a",
  "bad-soft": "#fdebdf",
  worst: "#b8231a",
  "worst-soft": "#fdeceb",
  planned: "#2556b8",
  "planned-soft": "#e7effc",
  unknown: "#5d6673",
  "unknown-soft": "#eceef1",
  "bar-good": "#2ea25a",
  "bar-warning": "#c98307",
  "bar-bad": "#e06c1f",
  "bar-worst": "#cf2e24",
  "bar-planned": "#4f83e6",
  "bar-unseen": "#d5d9e0",
}

const dark: typeof light = {
  "on-light": "none",
  "on-dark": "block",
  ground: "#0e1116",
  card: "#161a21",
  line: "#282e39",
  "line-strong": "#8793a5",
  text: "#e8ebf0",
  muted: "#9ba5b4",
  link: "#b4befe",
  good: "#4cc375",
  "good-soft": "#14301f",
  warning: "#e5a63c",
  "warning-soft": "#352811",
  bad: "#f59254",
  "bad-soft": "#3a2112",
  worst: "#ff8379",
  "worst-soft": "#3d1a18",
  planned: "#8db4ff",
  "planned-soft": "#17264a",
  unknown: "#97a1b0",
  "unknown-soft": "#242a34",
  "bar-good": "#37a862",
  "bar-warning": "#e3a21a",
  "bar-bad": "#e06c1f",
  "bar-worst": "#e0473d",
  "bar-planned": "#6d9bf0",
  "bar-unseen": "#333b47",
}

const variables = (colors: Record<string, string>): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color};`)
    .join("")

/** The variables of a page's theme, with its accent color and the links readable beside it. */
export function colorStyle({
  theme,
  accentColor,
}: Pick<PageLook, "theme" | "accentColor">): string {
  const accent = accentColor === null ? null : accentOf(accentColor)
  const onLight = variables({ ...light, ...accent?.light })
  const onDark = variables({ ...dark, ...accent?.dark })
  if (theme === "light") return `:root{color-scheme:light;${onLight}}`
  if (theme === "dark") return `:root{color-scheme:dark;${onDark}}`
  return [
    `:root{color-scheme:light dark;${onLight}}`,
    `@media(prefers-color-scheme:dark){:root{${onDark}}}`,
    `:root:has(#light:checked){color-scheme:light;${onLight}}`,
    `:root:has(#dark:checked){color-scheme:dark;${onDark}}`,
  ].join("")
}
