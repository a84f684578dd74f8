import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { html, type Html } from "../platform/html.ts"

/** Pages with a single card, which work without scripts and on phones. */

const live = readFileSync(join(import.meta.dirname, "acknowledge", "live.js"), "utf8")
const style = readFileSync(join(import.meta.dirname, "card.css"), "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Allows one style and a form to the same origin; no scripts. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ")
const livePolicy = `${policy}; script-src ${hashOf(live)}; connect-src 'self'`

type Look = { width?: "narrow" | "wide"; language?: string; isLive?: boolean }

/** @param isLive whether a script renews the parts of the page; it is complete without. */
export const card = (
  title: string,
  body: Html,
  { width = "narrow", language = "en", isLive = false }: Look = {},
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${html`<title>${title}</title>`.text}
<style>${style}</style>
</head>
<body>
<main class="${width}">
${body.text}
</main>${isLive ? `\n<script>${live}</script>` : ""}
</body>
</html>
`

/** Never cached, and sends no referrer: its URL is often a secret. */
export function sendCard(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
  { isLive = false }: Pick<Look, "isLive"> = {},
): void {
  res.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "content-security-policy": isLive ? livePolicy : policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  })
  res.end(req.method === "HEAD" ? undefined : text)
}

/** A card with one message and a link to the dashboard. */
export function sendNotice(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headline: string,
  body: Html,
): void {
  const words = html`<h1>${headline}</h1>
    ${body}
    <p><a href="/">Open Watchkeeper</a></p>`
  sendCard(req, res, status, card(headline, words))
}
