import { timeFor, type Reader } from "../../channels/message-time.ts"
import { sayFor } from "../../channels/shown-message.ts"
import { messageLanguage, messageWords } from "../../channels/words/message-language.ts"
import { readFindings, readOne } from "../../findings/finding.ts"
import { html } from "../../platform/html.ts"
import { card } from "../card.ts"
import type { AlertPage } from "./read-alert-page.ts"
import { renderActions } from "./render-actions.ts"
import { renderFacts } from "./render-facts.ts"
import { said } from "./said.ts"

/** The alert in the language and zone of the person paged, with everything they can do about it. */
export function renderLink(baseUrl: string, alertPage: AlertPage, isRefused: boolean): string {
  const { alert, page } = alertPage
  const { number, project } = alert
  const reader = readerOf(alertPage)
  const own = messageWords(reader.language).acknowledgePage
  const { mood, words } = standingOf(alertPage, reader)
  const title = [readOne(alert.titleFinding, alert.title)]
  const description = readFindings(alert.findings, alert.description)
  const since = alert.incident?.startedAt ?? alert.createdAt
  return card(
    `#${number} ${sayFor(reader, title)}`,
    html`<div data-live="standing">
        <p class="standing ${mood}">${words}</p>
        <h1>#${number} ${said(reader, title)}</h1>
        <p>${said(reader, description)}</p>
        <p class="quiet">
          <bdi>${project.name}</bdi> · ${own.since(timeFor(reader, since))}
          ${alert.resolvedAt === null && ` · ${lastingOf(alertPage, since, reader)}`}
        </p>
        ${page.findings.length > 0 && html`<p class="quiet">${own.paged}: ${said(reader, page.findings)}</p>`}
      </div>
      ${isRefused && html`<p class="refused" role="alert">${own.refused}</p>`}
      <div data-live="actions" class="actions">${renderActions(alertPage, reader)}</div>
      <div data-live="facts">${renderFacts(alertPage, reader)}</div>
      <p>
        <a href="${baseUrl}/projects/${project.id}/alerts/${alert.id}">${own.openApp}</a>
      </p>`,
    { language: messageLanguage(reader.language), isLive: true },
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

/** "12 min", "3 h 5 min". */
function lastingOf({ now }: AlertPage, since: Date, { language }: Reader): string {
  const own = messageWords(language).acknowledgePage
  const minutes = Math.max(1, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const hours = Math.floor(minutes / 60)
  const rest = own.minutes(minutes % 60)
  return hours === 0 ? own.minutes(minutes) : `${own.snoozeFor(hours * 60)} ${rest}`
}

function standingOf({ alert, recipient, now }: AlertPage, reader: Reader) {
  const { acknowledgePage: own, notAcknowledged } = messageWords(reader.language)
  const { resolvedAt, acknowledgedAt, acknowledgedBy, snoozedUntil, snoozedBy, assignee } = alert
  if (resolvedAt !== null) {
    return { mood: "resolved", words: own.resolved(timeFor(reader, resolvedAt)) }
  }
  const works = assignee === null ? "" : ` ${own.assigned(assignee.name)}`
  if (acknowledgedAt !== null) {
    const by = acknowledgedBy === recipient.name ? own.you(acknowledgedBy) : acknowledgedBy
    const words = own.acknowledged(by, timeFor(reader, acknowledgedAt)) + works
    return { mood: "acknowledged", words }
  }
  if (snoozedUntil !== null && snoozedUntil > now) {
    const words = own.snoozed(snoozedBy, timeFor(reader, snoozedUntil)) + works
    return { mood: "acknowledged", words }
  }
  return { mood: "triggered", words: notAcknowledged + works }
}

/** A person's own language and zone; English and the project's zone for a channel. */
const readerOf = ({ alert, recipient }: AlertPage): Reader =>
  recipient.kind === "person"
    ? { language: recipient.language, timeZone: recipient.timeZone ?? alert.project.timeZone }
    : { timeZone: alert.project.timeZone }
