import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import packageFile from "../../../package.json" with { type: "json" }
import { html, type Html } from "../../platform/html.ts"
import { iconUrl } from "../icon.ts"
import { fontStyle, mainFont } from "../fonts/fonts.ts"
import { compactCss } from "../../graphql/status-pages/status-page/rules/page-css.ts"
import { plainLook, type PageLook } from "../../graphql/status-pages/status-page/rules/page-look.ts"
import { colorStyle } from "./page-colors.ts"
import { pushScript, readScript } from "./push-script.ts"
import type { Mood } from "./glyph.ts"
import type { Setting } from "./page-setting.ts"

const fontStacks: Record<PageLook["font"], string> = {
  inter: 'Inter,system-ui,"Noto Sans",sans-serif',
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  serif: 'Charter,"Bitstream Charter",Georgia,"Noto Serif",serif',
  mono: 'ui-monospace,"SF Mono",Menlo,Consolas,"Noto Sans Mono",monospace',
}

/** Without comments and line breaks: it travels with every page. */
const commonStyle = readFileSync(join(import.meta.dirname, "page.css"), "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")

/** Fonts, colors, the common style, and last what the page's editor wrote. */
const styleOf = (look: PageLook): string =>
  [
    look.font === "inter" ? fontStyle : "",
    `:root{--font:${fontStacks[look.font]}}`,
    commonStyle,
    colorStyle(look),
    look.customCss === null ? "" : compactCss(look.customCss),
  ].join("")

/** Changes with the markup of documents, so that cached ones from other versions are not reused. */
export const lookTag = createHash("sha256")
  .update(`${packageFile.version} ${styleOf(plainLook)}`)
  .digest("base64url")
  .slice(0, 16)

/** A script and the sources that its policy must allow. */
export type Script = { text: string; sources: readonly string[] }

const ownScript = (name: string): string => readScript(join(import.meta.dirname, name))

/** Shows times in the visitor's zone and each day of a bar, and remembers the theme. */
const zoneScript: Script = {
  text: ownScript("zone.js") + ownScript("tip.js") + ownScript("theme.js"),
  sources: [],
}

/** Also opens the subscription form as a dialog, and updates the document live. */
const liveScript: Script = {
  text: [zoneScript.text, pushScript, ownScript("dialog.js"), ownScript("live.js")].join(""),
  sources: ["connect-src 'self'", "worker-src 'self'"],
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Allows one style, own images and at most one script. */
const policyOf = (style: string, script: Script | null, hasForm: boolean): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === null ? [] : [`script-src ${hashOf(script.text)}`, ...script.sources]),
    "font-src 'self'",
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
  look: PageLook
  /** URL of the document, for search engines and previews of links; null for none. */
  address?: string | null
  /** For previews of links; a logo is small. */
  image?: { url: string; isLarge: boolean } | null
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
    look,
    address = null,
    image = null,
    isIndexed,
    hasForm = setting.subscribing !== undefined,
  } = head
  const { path, locale, live } = setting
  const quiet = setting.isVisited === true ? zoneScript : null
  const script = live === undefined ? (head.script ?? quiet) : liveScript
  const style = styleOf(look)
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
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta
      name="twitter:card"
      content="${image?.isLarge === true ? "summary_large_image" : "summary"}"
    />
    ${image !== null && html`<meta property="og:image" content="${image.url}" />`}
    ${address !== null && isIndexed === true && html`<link rel="canonical" href="${address}" /><meta property="og:url" content="${address}" />`}
    ${look.font === "inter" && html`<link rel="preload" href="${mainFont}" as="font" type="font/woff2" crossorigin />`}
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
<html lang="${locale.language}" dir="${locale.direction}"${look.density === "compact" ? ' class="compact"' : ""}${marks.text}>
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
