import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import packageFile from "../../../package.json" with { type: "json" }
import { html, type Html } from "../../platform/html.ts"
import { iconUrl } from "../icon.ts"
import { accentStyle } from "./accent.ts"
import type { Mood } from "./glyph.ts"
import type { Setting } from "./page-setting.ts"

/** Without comments and line breaks: it travels with every page. */
const commonStyle = readFileSync(join(import.meta.dirname, "page.css"), "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")

/** Changes with the markup of documents, so that cached ones from other versions are not reused. */
export const lookTag = createHash("sha256")
  .update(`${packageFile.version} ${commonStyle}`)
  .digest("base64url")
  .slice(0, 16)

/** A script and the sources that its policy must allow. */
export type Script = { text: string; sources: readonly string[] }

/** The same as for the style. */
export const readScript = (path: string): string =>
  readFileSync(path, "utf8")
    .replaceAll(/^\s*\/\/.*\n/gm, "")
    .replaceAll(/^\s+/gm, "")

/** Updates a document live. */
const liveScript: Script = {
  text: readScript(join(import.meta.dirname, "live.js")),
  sources: ["connect-src 'self'"],
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Allows one style, own images and at most one script. */
const policyOf = (style: string, script: Script | null, hasForm: boolean): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === null ? [] : [`script-src ${hashOf(script.text)}`, ...script.sources]),
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

const feedTypes = [
  ["application/rss+xml", "rss"],
  ["application/atom+xml", "atom"],
  ["application/feed+json", "feed.json"],
] as const

type Head = {
  title: string
  description: string
  setting: Setting
  mood: Mood
  hasFeed: boolean
  accentColor: string | null
  /** Whether search engines may list it: only public content. */
  isIndexed?: boolean
  /** Whether something can be sent from it. */
  hasForm?: boolean
  /** A script for documents that are not live. */
  script?: Script | undefined
}

/** A document with the Content-Security-Policy for its style and script. */
export type Page = { text: string; policy: string }

export function layout(head: Head, body: Html): Page {
  const {
    title,
    description,
    setting,
    mood,
    hasFeed,
    accentColor,
    isIndexed,
    hasForm = false,
  } = head
  const { path, locale, live } = setting
  const script = live === undefined ? (head.script ?? null) : liveScript
  const style = accentColor === null ? commonStyle : commonStyle + accentStyle(accentColor)
  const icon = iconUrl(iconColors[mood])
  const feeds = feedTypes.map(
    ([type, place]) =>
      html`<link
        rel="alternate"
        type="${type}"
        title="${locale.words.incidents}"
        href="${path}/${place}"
      />`,
  )
  const top = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="icon" href="${icon}" />
    ${isIndexed !== true && html`<meta name="robots" content="noindex" />`}
    ${hasFeed && html`${feeds}`}`
  const marks =
    live === undefined ? html`` : html` data-slug="${live.slug}" data-version="${live.version}"`
  // Live regions must exist before text is put into them, or screen readers do not announce it.
  const regions =
    live === undefined
      ? html``
      : html`<p id="stale" aria-live="polite" data-words="${locale.words.lineLost}"></p>
          <p id="news" class="hidden" aria-live="polite"></p> `
  const text = `<!doctype html>
<html lang="${locale.language}" dir="${locale.direction}"${marks.text}>
<head>
${top.text}
<style>${style}</style>${script === null ? "" : `\n<script type="module">${script.text}</script>`}
</head>
<body>
${regions.text}${body.text}
</body>
</html>
`
  return { text, policy: policyOf(style, script, hasForm) }
}
