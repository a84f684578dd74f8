import type { Linked } from "../../graphql/incidents/alert/acknowledge-link.ts"
import { timeFor, type Reader } from "../../channels/message-time.ts"
import { partsFor, sayFor } from "../../channels/shown-message.ts"
import { messageLanguage, messageWords } from "../../channels/words/message-language.ts"
import { readFindings, readOne, type Finding } from "../../findings/finding.ts"
import { card } from "../card.ts"
import { html } from "../../platform/html.ts"

/** The alert, with the button while there is something to acknowledge, in the language of the person paged. */
export function renderLink(baseUrl: string, linked: Linked): string {
  const { alert, page, recipient, isExpired } = linked
  const { number, project } = alert
  const reader = readerOf(linked)
  const words = messageWords(reader.language)
  const own = words.acknowledgePage
  const standing = standingOf(linked, reader)
  const title = [readOne(alert.titleFinding, alert.title)]
  const description = readFindings(alert.findings, alert.description)
  const canAcknowledge = standing.mood === "triggered" && !isExpired
  const form = html`<form method="post">
    <button type="submit">${own.acknowledgeAs(recipient.name)}</button>
  </form>`
  const tooOld = html`<p>
    <strong>${own.expired}</strong>
  </p>`
  return card(
    `#${number} ${sayFor(reader, title)}`,
    html`<p class="standing ${standing.mood}">${standing.words}</p>
      <h1>#${number} ${found(reader, title)}</h1>
      <p>${found(reader, description)}</p>
      <p class="quiet">
        <bdi>${project.name}</bdi> · ${own.since(timeFor(reader, alert.createdAt))}
      </p>
      ${page.findings.length > 0 && html`<p class="quiet">${own.paged}: ${found(reader, page.findings)}</p>`}
      ${canAcknowledge && form} ${standing.mood === "triggered" && isExpired && tooOld}
      <p><a href="${baseUrl}/projects/${project.id}/alerts">${own.openApp}</a></p>`,
    "narrow",
    messageLanguage(reader.language),
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

function standingOf({ alert, recipient }: Linked, reader: Reader) {
  const { acknowledgePage: own, notAcknowledged } = messageWords(reader.language)
  const { resolvedAt, acknowledgedAt, acknowledgedBy } = alert
  if (resolvedAt !== null) {
    return { mood: "resolved", words: own.resolved(timeFor(reader, resolvedAt)) }
  }
  if (acknowledgedAt === null) return { mood: "triggered", words: notAcknowledged }
  const by = acknowledgedBy === recipient.name ? own.you(acknowledgedBy) : acknowledgedBy
  return { mood: "acknowledged", words: own.acknowledged(by, timeFor(reader, acknowledgedAt)) }
}

/** A person's own language and zone; English and the project's zone for a channel. */
const readerOf = ({ alert, recipient }: Linked): Reader =>
  recipient.kind === "person"
    ? { language: recipient.language, timeZone: recipient.timeZone ?? alert.project.timeZone }
    : { timeZone: alert.project.timeZone }
