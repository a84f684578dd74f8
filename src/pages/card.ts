import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import type { Html } from "./html.ts"
import { html } from "./html.ts"

/** Pages that ask one thing, on one card: whole without a script, and right for a phone. */

const style = readFileSync(join(import.meta.dirname, "card.css"), "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")

/** One style, one form back to where it came from, and nothing that runs. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ")

export const card = (title: string, body: Html): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${html`<title>${title}</title>`.text}
<style>${style}</style>
</head>
<body>
<main>
${body.text}
</main>
</body>
</html>
`

/** Never kept anywhere: its address is often a secret, and so it is told to nobody. */
export function sendCard(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
): void {
  res.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  })
  res.end(req.method === "HEAD" ? undefined : text)
}

/** A card that says one thing, and shows the way to the dashboard. */
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
