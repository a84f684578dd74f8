import type { Impact } from "../../graphql/status-page/headline.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../graphql/status-page/view-maintenances.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { dayWords, lengthWords, span, time } from "./dates.ts"
import type { Mood } from "./glyph.ts"
import { glyph } from "./glyph.ts"
import { updateWords } from "./words.ts"

const moodOfImpact: Record<Impact, Mood> = { critical: "worst", major: "bad", minor: "warning" }

type Names = ReadonlyMap<string, string>

/** What each component is called, by its id. */
export const namesOf = ({ sections }: PageView): Names =>
  new Map(sections.flatMap(({ components }) => components.map(({ id, name }) => [id, name])))

const affected = (ids: readonly string[], names: Names): Html | false =>
  ids.length > 0 &&
  html`<p class="affected">Affects ${ids.map((id) => names.get(id) ?? "").join(", ")}</p>`

/** Incidents that are not over, before everything else. */
export const openIncident = (incident: PublicIncident, path: string, names: Names): Html =>
  html`<article class="card incident ${moodOfImpact[incident.impact]}" id="incident-${incident.id}">
    <h3>
      ${glyph(moodOfImpact[incident.impact])}
      <a href="${path}/incidents/${incident.id}">${incident.title}</a>
    </h3>
    <p class="about"><strong>${incident.state.name}</strong> · since ${time(incident.startedAt)}</p>
    ${affected(incident.componentIds, names)} ${timeline(incident)}
  </article>`

export const timeline = ({ updates }: PublicIncident): Html =>
  html`<ol class="timeline">
    ${updates.map(
      ({ kind, body, at }) =>
        html`<li>
          <p class="said">${body ?? updateWords[kind]}</p>
          <p class="about">${time(at)}</p>
        </li>`,
    )}
  </ol>`

export const maintenance = (window: PublicMaintenance, isRunning: boolean, names: Names): Html =>
  html`<article class="card incident planned" id="maintenance-${window.id}">
    <h3>${glyph("planned")} ${window.title}</h3>
    <p class="about">
      <strong>${isRunning ? "running" : "planned"}</strong> ·
      ${span(window.startsAt, window.endsAt)}
    </p>
    ${affected(window.componentIds, names)}
    ${window.description !== "" && html`<p class="said">${window.description}</p>`}
  </article>`

/** What is over, a heading a day, newest first. */
export function history(incidents: readonly PublicIncident[], path: string): Html {
  if (incidents.length === 0) {
    return html`<p class="card empty">No incidents in the last 90 days.</p>`
  }
  const days = Map.groupBy(incidents, ({ startedAt }) => dayWords(startedAt))
  return html`${[...days].map(
    ([day, ofDay]) =>
      html`<h3 class="day">${day}</h3>
        <ul class="card past">
          ${ofDay.map(
            ({ id, title, impact, startedAt, resolvedAt, postmortem }) =>
              html`<li>
                <a href="${path}/incidents/${id}">${title}</a>
                <p class="about">
                  ${glyph(moodOfImpact[impact], 12)}
                  ${resolvedAt !== null && `over after ${lengthWords(resolvedAt.getTime() - startedAt.getTime())}`}${postmortem !== null && " · with a post-mortem"}
                </p>
              </li>`,
          )}
        </ul>`,
  )}`
}
