import type { Impact } from "../../graphql/status-pages/status-page/rules/page-headline.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../graphql/status-pages/status-page/view-maintenances.ts"
import { html, type Html } from "../../platform/html.ts"
import { publicStateOf } from "../../graphql/status-pages/status-page/rules/public-state.ts"
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
export function affects(ids: readonly string[], names: Names, { words, list }: Locale): Html[] {
  const named = known(ids, names)
  return named.length === 0 ? [] : [fillHtml(words.affects, { names: list(named) })]
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

export const timeline = (incident: PublicIncident, locale: Locale, markupOf: MarkupOf): Html =>
  html`<ol class="timeline">
    ${incident.updates.map(
      (update) =>
        html`<li>
          ${
            update.body === null || update.flap !== null
              ? html`<p class="said" dir="auto">${saidOf(update, locale)}</p>`
              : markupOf(update.body)
          }
          <p class="about">${locale.time(update.at)}</p>
        </li>`,
    )}
  </ol>`

export const maintenance = (
  window: PublicMaintenance,
  isRunning: boolean,
  names: Names,
  locale: Locale,
): Html =>
  html`<article class="card incident planned" id="maintenance-${window.id}">
    <h3>${glyph("planned")} <span dir="auto">${window.title}</span></h3>
    <p class="about">
      <strong>${isRunning ? locale.words.running : locale.words.planned}</strong> ·
      ${locale.span(window.startsAt, window.endsAt)}
    </p>
    ${affected(window.componentIds, names, locale)}
    ${window.description !== "" && html`<p class="said" dir="auto">${window.description}</p>`}
  </article>`

/** Past incidents grouped by day, newest first; nothing if there are none. */
export function history(incidents: readonly PublicIncident[], setting: Setting): Html {
  const { locale } = setting
  const days = Map.groupBy(incidents, ({ startedAt }) => locale.day(startedAt))
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
  const { locale } = setting
  const { words } = locale
  const named = [
    resolvedAt === null
      ? stateOf(incident, locale)
      : fill(words.overAfter, {
          length: locale.length(resolvedAt.getTime() - startedAt.getTime()),
        }),
    ...(postmortem === null ? [] : [words.withPostmortem]),
  ]
  return html`<li>
    <a href="${hrefOf(setting, `/incidents/${id}`)}" dir="auto">${titleOf(incident, locale)}</a>
    <p class="about">${glyph(moodOfImpact[impact], 12)} ${named.join(" · ")}</p>
  </li>`
}
