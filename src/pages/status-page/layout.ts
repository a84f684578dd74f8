import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { accentStyle } from "./accent.ts"
import type { Mood } from "./glyph.ts"
import type { Setting } from "./setting.ts"

/** Without comments and line breaks: it travels with every page. */
const commonStyle = readFileSync(join(import.meta.dirname, "page.css"), "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")

/** One style, images of its own, and nothing that runs. */
const policyOf = (style: string, hasForm: boolean): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ")

/** The state at a glance among many tabs. */
const iconColors: Record<Mood, string> = {
  good: "16803c",
  warning: "b7791f",
  bad: "c2560c",
  worst: "c0271c",
  planned: "2b5fc9",
  unknown: "6b7280",
}

type Head = {
  title: string
  description: string
  setting: Setting
  mood: Mood
  hasFeed: boolean
  accentColor: string | null
  /** Whether something can be sent from it. */
  hasForm?: boolean
}

/** A document and the policy that lets its style through. */
export type Page = { text: string; policy: string }

export function layout(head: Head, body: Html): Page {
  const { title, description, setting, mood, hasFeed, accentColor, hasForm = false } = head
  const { path, speech } = setting
  const style = accentColor === null ? commonStyle : commonStyle + accentStyle(accentColor)
  const icon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${iconColors[mood]}'/%3E%3C/svg%3E`
  const feed = html`<link
    rel="alternate"
    type="application/rss+xml"
    title="${speech.words.incidents}"
    href="${path}/rss"
  />`
  const top = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="icon" href="${icon}" />
    ${hasFeed && feed}`
  const text = `<!doctype html>
<html lang="${speech.language}" dir="${speech.direction}">
<head>
${top.text}
<style>${style}</style>
</head>
<body>
${body.text}
</body>
</html>
`
  return { text, policy: policyOf(style, hasForm) }
}
