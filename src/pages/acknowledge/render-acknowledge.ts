import type { Linked } from "../../graphql/incidents/alert/acknowledge-link.ts"
import type { Reader } from "../../channels/message-time.ts"
import { timeFor, withTimesFor } from "../../channels/message-time.ts"
import { partsFor } from "../../channels/shown-message.ts"
import type { Finding } from "../../findings/finding.ts"
import { card } from "../card.ts"
import { html } from "../../platform/html.ts"

/** The alert, with the button while there is something to acknowledge. */
export function renderLink(baseUrl: string, linked: Linked): string {
  const { alert, page, recipient, isExpired } = linked
  const { number, title, description, project } = alert
  const standing = standingOf(linked)
  const reader = readerOf(linked)
  const canAcknowledge = standing.mood === "triggered" && !isExpired
  const form = html`<form method="post">
    <button type="submit">Acknowledge as ${recipient.name}</button>
  </form>`
  const tooOld = html`<p>
    <strong>This link has expired. Acknowledge the alert in Watchkeeper.</strong>
  </p>`
  return card(
    `#${number} ${title}`,
    html`<p class="standing ${standing.mood}">${standing.words}</p>
      <h1>#${number} <bdi>${title}</bdi></h1>
      <p>${withTimesFor(reader, description)}</p>
      <p class="quiet"><bdi>${project.name}</bdi> · since ${timeFor(reader, alert.createdAt)}</p>
      ${page.findings.length > 0 && html`<p class="quiet">Paged: ${found(reader, page.findings)}</p>`}
      ${canAcknowledge && form} ${standing.mood === "triggered" && isExpired && tooOld}
      <p><a href="${baseUrl}/projects/${project.id}/alerts">Open Watchkeeper</a></p>`,
  )
}

const found = (reader: Reader, findings: readonly Finding[]) =>
  html`${partsFor(reader, findings).map(({ text, isEvidence }) =>
    isEvidence ? html`<bdi>${text}</bdi>` : html`${text}`,
  )}`

/** Shown instead of the alert, for example for an invalid link. */
export const renderFault = (baseUrl: string, headline: string, words: string): string =>
  card(
    headline,
    html`<h1>${headline}</h1>
      <p>${words}</p>
      <p><a href="${baseUrl}/">Open Watchkeeper</a></p>`,
  )

function standingOf(linked: Linked) {
  const { alert, recipient } = linked
  const timeOf = (at: Date) => timeFor(readerOf(linked), at)
  const { resolvedAt, acknowledgedAt, acknowledgedBy } = alert
  if (resolvedAt !== null) {
    return { mood: "resolved", words: `Resolved, ${timeOf(resolvedAt)}. No action needed.` }
  }
  if (acknowledgedAt === null) {
    return { mood: "triggered", words: "Not acknowledged yet." }
  }
  const by = acknowledgedBy === recipient.name ? `you, ${acknowledgedBy}` : acknowledgedBy
  const who = by === null ? "" : ` by ${by}`
  return { mood: "acknowledged", words: `Acknowledged${who}, ${timeOf(acknowledgedAt)}.` }
}

/** In the zone of the person, else of the project. */
const readerOf = ({ alert, recipient }: Linked): Reader => ({
  timeZone: (recipient.kind === "person" ? recipient.timeZone : null) ?? alert.project.timeZone,
})
