import type { Impact } from "../../graphql/status-pages/status-page/rules/page-headline.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type {
  IncidentUpdate,
  PublicIncident,
} from "../../graphql/status-pages/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../graphql/status-pages/status-page/view-maintenances.ts"
import { html, type Html } from "../../platform/html.ts"
import {
  isOwnState,
  publicStateOf,
  withStatuses,
  type IncidentStatus,
} from "../../graphql/status-pages/status-page/rules/public-state.ts"
import { glyph, type Mood } from "./glyph.ts"
import { hrefOf, type Setting } from "./page-setting.ts"
import type { MarkupOf } from "./rendered-texts.ts"
import { fill, fillHtml, type Locale } from "./locale.ts"
import type { Messages } from "./messages/messages.ts"

const moodOfImpact: Record<Impact, Mood> = { critical: "worst", major: "bad", minor: "warning" }

type Names = ReadonlyMap<string, string>

/** What each component is called, by its id. */
export const namesOf = ({ sections }: PageView): Names =>
  new Map(sections.flatMap(({ components }) => components.map(({ id, name }) => [id, name])))

/** A generated title in the reader's language; titles by people stay as they are. */
export const titleOf = ({ title, outageOf }: PublicIncident, { words }: Locale): string =>
  outageOf === null ? title : fill(words.isDown, { name: outageOf })

const isKnownState = (name: string, states: Messages["state"]): name is keyof Messages["state"] =>
  Object.hasOwn(states, name)

/** @param name what `publicStateOf` returned. */
export const stateWords = (name: string, words: Messages): string =>
  isKnownState(name, words.state) ? words.state[name] : name

export const stateOf = (incident: PublicIncident, { words }: Locale): string =>
  stateWords(publicStateOf(incident), words)

const known = (ids: readonly string[], names: Names): string[] =>
  ids.flatMap((id) => names.get(id) ?? [])

/** Nothing if no component of the page is affected. */
function affects(ids: readonly string[], names: Names, { words, list }: Locale): Html[] {
  const named = known(ids, names)
  return named.length === 0 ? [] : [fillHtml(words.affects, { names: list(named) })]
}

/** The same components without a sentence; null if there are none. */
export function listOf(ids: readonly string[], names: Names, { list }: Locale): Html | null {
  const named = known(ids, names)
  return named.length === 0 ? null : list(named)
}

/** Same, without markup; empty if there are none. */
export function plainAffects(ids: readonly string[], names: Names, locale: Locale): string {
  const named = known(ids, names)
  return named.length === 0 ? "" : fill(locale.words.affects, { names: locale.plainList(named) })
}

const affected = (ids: readonly string[], names: Names, locale: Locale): Html | false => {
  const named = affects(ids, names, locale)
  return named.length > 0 && html`<p class="affected">${named}</p>`
}

/** Open incidents, shown first. */
export function openIncident(
  incident: PublicIncident,
  names: Names,
  setting: Setting,
  markupOf: MarkupOf,
): Html {
  const { locale } = setting
  const mood = moodOfImpact[incident.impact]
  const since = fillHtml(locale.words.since, { time: locale.time(incident.startedAt) })
  return html`<article class="card incident ${mood}" id="incident-${incident.id}">
    <h3>
      ${glyph(mood)}
      <a href="${hrefOf(setting, `/incidents/${incident.id}`)}" dir="auto"
        >${titleOf(incident, locale)}</a
      >
    </h3>
    <p class="about"><strong>${stateOf(incident, locale)}</strong> · ${since}</p>
    ${affected(incident.componentIds, names, locale)} ${timeline(incident, locale, markupOf)}
  </article>`
}

/** Text of an update: what a person wrote, or its kind, with the counts of a flap. */
export function saidOf(
  { kind, body, flap }: Pick<PublicIncident["updates"][number], "kind" | "body" | "flap">,
  locale: Locale,
): string {
  const said = body ?? locale.words.update[kind]
  return flap === null ? said : `${said} ${flapWords(flap, locale)}`
}

/** "15 outages between …". */
export const flapWords = (
  { outages, from, until }: { outages: number; from: Date; until: Date },
  { words, moment, plural }: Locale,
): string => plural(words.outagesBetween, outages, { from: moment(from), to: moment(until) })

/** What a person wrote, or what its kind says; the label says already that it is resolved. */
function textOf(
  { kind, body, flap }: IncidentUpdate,
  status: IncidentStatus | undefined,
  locale: Locale,
  markupOf: MarkupOf,
): Html | false {
  if (body !== null && flap === null) return markupOf(body)
  if (body === null && flap === null && kind === "resolved" && status === "resolved") return false
  const { words, plural, time } = locale
  const said = html`${body ?? words.update[kind]}`
  if (flap === null) return html`<p class="said" dir="auto">${said}</p>`
  const times = { from: time(flap.from), to: time(flap.until) }
  const outages = fillHtml(plural(words.outagesBetween, flap.outages), times)
  return html`<p class="said" dir="auto">${said} ${outages}</p>`
}

/** The status after an update; a state of the project's own keeps its name. */
function labelOf(
  { movedTo }: IncidentUpdate,
  status: IncidentStatus | undefined,
  words: Messages,
): string | null {
  if (movedTo !== null && isOwnState(movedTo)) return movedTo
  return status === undefined ? null : words.state[status]
}

const moodOfState: Record<IncidentStatus, Mood> = {
  investigating: "worst",
  identified: "bad",
  monitoring: "planned",
  resolved: "good",
}

/** Each update with the status after it and how long after the start it came, newest first. */
export function timeline(incident: PublicIncident, locale: Locale, markupOf: MarkupOf): Html {
  const { words } = locale
  const statuses = new Map(withStatuses(incident).map(({ id, status }) => [id, status]))
  return html`<ol class="timeline">
    ${incident.updates.map((update) => {
      const status = statuses.get(update.id)
      const label = labelOf(update, status, words)
      const afterMs = update.at.getTime() - incident.startedAt.getTime()
      const after = afterMs >= 60_000 && html` · +${locale.length(afterMs)}`
      return html`<li class="${status === undefined ? "unknown" : moodOfState[status]}">
        <p class="about">
          ${label !== null && html`<strong>${label}</strong> · `}${locale.time(update.at)}${after}
        </p>
        ${textOf(update, status, locale, markupOf)}
      </li>`
    })}
  </ol>`
}

/** Leads to the window as a calendar file. */
const calendarLink = ({ id }: PublicMaintenance, { path, locale }: Setting): Html =>
  html`<a class="calendar-link" href="${path}/maintenance/${id}.ics"
    >${locale.words.addToCalendar}</a
  >`

export function maintenance(
  window: PublicMaintenance,
  isRunning: boolean,
  names: Names,
  setting: Setting,
): Html {
  const { locale } = setting
  return html`<article class="card incident planned" id="maintenance-${window.id}">
    <h3>${glyph("planned")} <span dir="auto">${window.title}</span></h3>
    <p class="about">
      <strong>${isRunning ? locale.words.running : locale.words.planned}</strong> ·
      ${locale.span(window.startsAt, window.endsAt)} · ${calendarLink(window, setting)}
    </p>
    ${affected(window.componentIds, names, locale)}
    ${window.description !== "" && html`<p class="said" dir="auto">${window.description}</p>`}
  </article>`
}

/** Past incidents, newest first. */
export const history = (
  incidents: readonly PublicIncident[],
  names: Names,
  setting: Setting,
): Html =>
  html`<ul class="card past">
    ${incidents.map((incident) => pastIncident(incident, names, setting))}
  </ul>`

function pastIncident(incident: PublicIncident, names: Names, setting: Setting): Html {
  const { id, impact, startedAt, resolvedAt, outageOf, postmortem, componentIds } = incident
  const { locale } = setting
  const { words } = locale
  const named = [
    resolvedAt === null
      ? html`${stateOf(incident, locale)}`
      : html`${fill(words.overAfter, {
          length: locale.length(resolvedAt.getTime() - startedAt.getTime()),
        })}`,
    // A generated title names the component already.
    ...(outageOf !== null && componentIds.length === 1 ? [] : affects(componentIds, names, locale)),
    ...(postmortem === null ? [] : [html`${words.withPostmortem}`]),
  ]
  return html`<li>
    ${glyph(moodOfImpact[impact], 12, moodOfImpact[impact])}
    <a href="${hrefOf(setting, `/incidents/${id}`)}" dir="auto">${titleOf(incident, locale)}</a>
    <p class="about">${locale.time(startedAt)}${named.map((one) => html` · ${one}`)}</p>
  </li>`
}
