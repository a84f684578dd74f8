import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Linked } from "../../graphql/alert/acknowledge-link.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"

const style = readFileSync(join(import.meta.dirname, "page.css"), "utf8")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .replaceAll(/\s+/g, " ")

/** One style, one form back to where it came from, and nothing that runs. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ")

/** The alert, with the button while there is something to acknowledge. */
export function renderLink(baseUrl: string, linked: Linked): string {
  const { alert, page, addressee, isExpired } = linked
  const { number, title, description, project } = alert
  const standing = standingOf(linked)
  const canAcknowledge = standing.mood === "triggered" && !isExpired
  const form = html`<form method="post">
    <button type="submit">Acknowledge as ${addressee.name}</button>
  </form>`
  const tooOld = html`<p><strong>This link is too old to acknowledge with.</strong></p>`
  return document(
    `#${number} ${title}`,
    html`<p class="standing ${standing.mood}">${standing.words}</p>
      <h1>#${number} ${title}</h1>
      <p>${description}</p>
      <p class="quiet">${project.name} · since ${minuteOf(alert.createdAt)}</p>
      ${page.reason !== "" && html`<p class="quiet">Paged: ${page.reason}</p>`}
      ${canAcknowledge && form} ${standing.mood === "triggered" && isExpired && tooOld}
      <p><a href="${baseUrl}/projects/${project.id}/alerts">Open Watchkeeper</a></p>`,
  )
}

/** What stands in place of the alert, such as for a link that nobody signed. */
export const renderFault = (baseUrl: string, headline: string, words: string): string =>
  document(
    headline,
    html`<h1>${headline}</h1>
      <p>${words}</p>
      <p><a href="${baseUrl}/">Open Watchkeeper</a></p>`,
  )

function standingOf({ alert, addressee }: Linked) {
  const { resolvedAt, acknowledgedAt, acknowledgedBy } = alert
  if (resolvedAt !== null) {
    return { mood: "resolved", words: `Resolved, ${minuteOf(resolvedAt)}. Nothing is left to do.` }
  }
  if (acknowledgedAt === null) {
    return { mood: "triggered", words: "Nobody has acknowledged this yet." }
  }
  const by = acknowledgedBy === addressee.name ? `you, ${acknowledgedBy}` : acknowledgedBy
  const who = by === null ? "" : ` by ${by}`
  return { mood: "acknowledged", words: `Acknowledged${who}, ${minuteOf(acknowledgedAt)}.` }
}

const minutes = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
})
const minuteOf = (at: Date): string => `${minutes.format(at)} UTC`

const document = (title: string, body: Html): string => `<!doctype html>
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
