import type { Linked } from "../../graphql/incidents/alert/acknowledge-link.ts"
import { card } from "../card.ts"
import { html } from "../../platform/html.ts"

/** The alert, with the button while there is something to acknowledge. */
export function renderLink(baseUrl: string, linked: Linked): string {
  const { alert, page, recipient, isExpired } = linked
  const { number, title, description, project } = alert
  const standing = standingOf(linked)
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
      <h1>#${number} ${title}</h1>
      <p>${description}</p>
      <p class="quiet">${project.name} · since ${minuteOf(alert.createdAt)}</p>
      ${page.reason !== "" && html`<p class="quiet">Paged: ${page.reason}</p>`}
      ${canAcknowledge && form} ${standing.mood === "triggered" && isExpired && tooOld}
      <p><a href="${baseUrl}/projects/${project.id}/alerts">Open Watchkeeper</a></p>`,
  )
}

/** Shown instead of the alert, for example for an invalid link. */
export const renderFault = (baseUrl: string, headline: string, words: string): string =>
  card(
    headline,
    html`<h1>${headline}</h1>
      <p>${words}</p>
      <p><a href="${baseUrl}/">Open Watchkeeper</a></p>`,
  )

function standingOf({ alert, recipient }: Linked) {
  const { resolvedAt, acknowledgedAt, acknowledgedBy } = alert
  if (resolvedAt !== null) {
    return { mood: "resolved", words: `Resolved, ${minuteOf(resolvedAt)}. No action needed.` }
  }
  if (acknowledgedAt === null) {
    return { mood: "triggered", words: "Not acknowledged yet." }
  }
  const by = acknowledgedBy === recipient.name ? `you, ${acknowledgedBy}` : acknowledgedBy
  const who = by === null ? "" : ` by ${by}`
  return { mood: "acknowledged", words: `Acknowledged${who}, ${minuteOf(acknowledgedAt)}.` }
}

const minutes = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
})
const minuteOf = (at: Date): string => `${minutes.format(at)} UTC`
