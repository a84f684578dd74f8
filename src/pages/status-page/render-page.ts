import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import { html, type Html } from "../../platform/html.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"
import { announcements, nextWindows } from "./announcements.ts"
import { componentSections } from "./components.ts"
import { footer } from "./footer.ts"
import { glyph, moodOf } from "./glyph.ts"
import { headlineWords } from "./headline.ts"
import { pageHeader } from "./page-header.ts"
import {
  history,
  listOf,
  maintenance,
  namesOf,
  openIncident,
  stateOf,
  timeline,
  titleOf,
} from "./incident-list.ts"
import { layout, type Page } from "./page-layout.ts"
import { hrefOf, type Setting } from "./page-setting.ts"
import { fill, fillHtml, type Locale } from "./locale.ts"
import type { MarkupOf } from "./rendered-texts.ts"

/** Days of history on the page itself. */
const pastDays = 90

/** Renders the page, which is complete without scripts. */
export function renderPage(view: PageView, setting: Setting, markupOf: MarkupOf): Page {
  const { locale } = setting
  const { words } = locale
  const { headline, openIncidents, maintenances } = view
  const mood = moodOf[headline]
  const said = headlineWords(view, locale)
  const names = namesOf(view)
  const windows = [
    ...maintenances.ongoing.map((window) => maintenance(window, true, names, setting)),
    ...nextWindows(maintenances.ahead).map((window) => maintenance(window, false, names, setting)),
  ]
  const past =
    view.pastIncidents.length === 0
      ? html`<p class="card empty">${locale.plural(words.noIncidents, pastDays)}</p>`
      : history(view.pastIncidents, names, setting)
  const all = html`<p class="months">
    <a href="${hrefOf(setting, "/history")}">${words.history}</a>
  </p>`
  const body = html`${pageHeader(view, setting, true)}
    <main>
      ${view.description !== null && html`<p class="intro" dir="auto">${view.description}</p>`}
      ${announcements(view.announcements)}
      <div class="now ${mood}">
        ${glyph(mood, 32)}
        <div>
          <p class="headline">${said}</p>
          <p class="asof">
            ${troubled(view, locale)} ${fillHtml(words.asOf, { time: locale.time(view.at) })}
            <span class="live-mark">· ${words.live}</span>
          </p>
        </div>
      </div>
      ${
        openIncidents.length > 0 &&
        section(
          "now",
          words.happeningNow,
          openIncidents.map((one) => openIncident(one, names, setting, markupOf)),
        )
      }
      ${maintenances.ongoing.length > 0 && section("planned", words.maintenance, windows)}
      ${componentSections(view.sections, locale)}
      ${maintenances.ongoing.length === 0 && windows.length > 0 && section("planned", words.maintenance, windows)}
      ${section("past", words.pastIncidents, [past, all])}
    </main>
    ${footer(setting, "", view.look)}`
  const title = `${said} · ${cut(inertLine(view.name), 60)}`
  const description = cut(
    inertLine(view.description ?? fill(words.stateOf, { name: view.name })),
    160,
  )
  return layout({ ...shared(view, setting, ""), title, description, setting, mood }, body)
}

const namedAtMost = 3

/** The first components with a problem, so that the state is seen without scrolling. */
function troubled({ sections }: PageView, { words, list }: Locale): Html | false {
  const names = sections
    .flatMap(({ components }) => components)
    .filter(({ status }) => status === "offline" || status === "degraded")
    .map(({ name }) => cut(inertLine(name), 40))
  if (names.length === 0) return false
  const shown = names.slice(0, namedAtMost)
  const more = names.length > namedAtMost && html` +${names.length - namedAtMost}`
  return html`${fillHtml(words.affects, { names: list(shown) })}${more} · `
}

const shared = ({ isPublic, look, logoTag }: PageView, setting: Setting, rest: string) => ({
  hasFeed: true,
  isIndexed: isPublic,
  look,
  address: setting.address === undefined ? null : setting.address + rest,
  image: imageOf(setting, logoTag),
})

function imageOf({ address }: Setting, logoTag: string | null) {
  if (address === undefined) return null
  return logoTag === null
    ? { url: `${address}/preview.png`, isLarge: true }
    : { url: `${address}/logo?${logoTag}`, isLarge: false }
}

const section = (id: string, heading: string, parts: readonly Html[]): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${parts}
  </section>`

/** Renders an incident, with its post-mortem once it is published. */
export function renderIncident(
  view: PageView,
  incident: PublicIncident,
  setting: Setting,
  markupOf: MarkupOf,
): Page {
  const { locale } = setting
  const { words } = locale
  const { startedAt, resolvedAt, componentIds, postmortem } = incident
  const names = namesOf(view)
  const mood = resolvedAt === null ? moodOf.partial_outage : "good"
  const rest = `/incidents/${incident.id}`
  const until = resolvedAt ?? view.at
  const facts = [
    [words.started, locale.time(startedAt)],
    [words.duration, html`${locale.length(until.getTime() - startedAt.getTime())}`],
    [words.affected, listOf(componentIds, names, locale)],
  ] as const
  const body = html`${pageHeader(view, setting, false)}
    <main>
      <h1 dir="auto">${titleOf(incident, locale)}</h1>
      <div class="now ${mood}">
        ${glyph(mood, 32)}
        <p class="headline">${stateOf(incident, locale)}</p>
      </div>
      <dl class="facts">
        ${facts
          .map(
            ([label, value]) =>
              value !== null &&
              html`<div>
                <dt>${label}</dt>
                <dd>${value}</dd>
              </div>`,
          )
          .filter((one) => one !== false)}
      </dl>
      ${postmortem !== null && section("postmortem", words.postmortem, [html`<div class="card">${markupOf(postmortem)}</div>`])}
      ${section("updates", words.updates, [html`<div class="card">${timeline(incident, locale, markupOf)}</div>`])}
    </main>
    ${footer(setting, rest, view.look)}`
  const title = `${cut(inertLine(titleOf(incident, locale)), 60)} · ${cut(inertLine(view.name), 60)}`
  return layout({ ...shared(view, setting, rest), title, description: title, setting, mood }, body)
}
