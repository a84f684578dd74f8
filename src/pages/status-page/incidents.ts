import type { Impact } from "../../graphql/status-page/headline.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../graphql/status-page/view-maintenances.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import type { Mood } from "./glyph.ts"
import { glyph } from "./glyph.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"
import type { Speech } from "./speech.ts"
import { fill, fillHtml } from "./speech.ts"
import type { Words } from "./words/words.ts"

const moodOfImpact: Record<Impact, Mood> = { critical: "worst", major: "bad", minor: "warning" }

type Names = ReadonlyMap<string, string>

/** What each component is called, by its id. */
export const namesOf = ({ sections }: PageView): Names =>
  new Map(sections.flatMap(({ components }) => components.map(({ id, name }) => [id, name])))

/** What the machine called an incident is said in the reader's language; what a person wrote stays. */
export const titleOf = ({ title, outageOf }: PublicIncident, { words }: Speech): string =>
  outageOf === null ? title : fill(words.isDown, { name: outageOf })

const isKnownState = (name: string, states: Words["state"]): name is keyof Words["state"] =>
  Object.hasOwn(states, name)

/** A state that the project added itself keeps its name. */
export const stateWords = (name: string, words: Words): string =>
  isKnownState(name, words.state) ? words.state[name] : name

export const stateOf = ({ state }: PublicIncident, { words }: Speech): string =>
  stateWords(state.name, words)

const known = (ids: readonly string[], names: Names): string[] =>
  ids.flatMap((id) => names.get(id) ?? [])

/** Nothing where it is about no component of the page. */
export function affects(ids: readonly string[], names: Names, { words, list }: Speech): Html[] {
  const told = known(ids, names)
  return told.length === 0 ? [] : [fillHtml(words.affects, { names: list(told) })]
}

/** The same without markup; empty for nothing. */
export function plainAffects(ids: readonly string[], names: Names, speech: Speech): string {
  const told = known(ids, names)
  return told.length === 0 ? "" : fill(speech.words.affects, { names: speech.plainList(told) })
}

const affected = (ids: readonly string[], names: Names, speech: Speech): Html | false => {
  const told = affects(ids, names, speech)
  return told.length > 0 && html`<p class="affected">${told}</p>`
}

/** Incidents that are not over, before everything else. */
export function openIncident(incident: PublicIncident, names: Names, setting: Setting): Html {
  const { speech } = setting
  const mood = moodOfImpact[incident.impact]
  const since = fillHtml(speech.words.since, { time: speech.time(incident.startedAt) })
  return html`<article class="card incident ${mood}" id="incident-${incident.id}">
    <h3>
      ${glyph(mood)}
      <a href="${hrefOf(setting, `/incidents/${incident.id}`)}" dir="auto"
        >${titleOf(incident, speech)}</a
      >
    </h3>
    <p class="about"><strong>${stateOf(incident, speech)}</strong> · ${since}</p>
    ${affected(incident.componentIds, names, speech)} ${timeline(incident, speech)}
  </article>`
}

export const timeline = ({ updates }: PublicIncident, { words, time }: Speech): Html =>
  html`<ol class="timeline">
    ${updates.map(
      ({ kind, body, at }) =>
        html`<li>
          <p class="said" dir="auto">${body ?? words.update[kind]}</p>
          <p class="about">${time(at)}</p>
        </li>`,
    )}
  </ol>`

export const maintenance = (
  window: PublicMaintenance,
  isRunning: boolean,
  names: Names,
  speech: Speech,
): Html =>
  html`<article class="card incident planned" id="maintenance-${window.id}">
    <h3>${glyph("planned")} <span dir="auto">${window.title}</span></h3>
    <p class="about">
      <strong>${isRunning ? speech.words.running : speech.words.planned}</strong> ·
      ${speech.span(window.startsAt, window.endsAt)}
    </p>
    ${affected(window.componentIds, names, speech)}
    ${window.description !== "" && html`<p class="said" dir="auto">${window.description}</p>`}
  </article>`

/** What is over, a heading a day, newest first; nothing where there is none. */
export function history(incidents: readonly PublicIncident[], setting: Setting): Html {
  const { speech } = setting
  const days = Map.groupBy(incidents, ({ startedAt }) => speech.day(startedAt))
  return html`${[...days].map(
    ([day, ofDay]) =>
      html`<h3 class="day">${day}</h3>
        <ul class="card past">
          ${ofDay.map((incident) => pastIncident(incident, setting))}
        </ul>`,
  )}`
}

function pastIncident(incident: PublicIncident, setting: Setting): Html {
  const { id, impact, startedAt, resolvedAt, postmortem } = incident
  const { speech } = setting
  const { words } = speech
  const told = [
    resolvedAt === null
      ? stateOf(incident, speech)
      : fill(words.overAfter, {
          length: speech.length(resolvedAt.getTime() - startedAt.getTime()),
        }),
    ...(postmortem === null ? [] : [words.withPostmortem]),
  ]
  return html`<li>
    <a href="${hrefOf(setting, `/incidents/${id}`)}" dir="auto">${titleOf(incident, speech)}</a>
    <p class="about">${glyph(moodOfImpact[impact], 12)} ${told.join(" · ")}</p>
  </li>`
}
