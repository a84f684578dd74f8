import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import { html, type Html } from "../../platform/html.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"
import { announcements, nextWindows } from "./announcements.ts"
import { componentSections } from "./components.ts"
import { footer } from "./footer.ts"
import { glyph, moodOf } from "./glyph.ts"
import { headlineWords } from "./headline.ts"
import {
  affects,
  history,
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
  const { path, locale } = setting
  const { words } = locale
  const { headline, openIncidents, maintenances } = view
  const mood = moodOf[headline]
  const said = headlineWords(view, locale)
  const names = namesOf(view)
  const windows = [
    ...maintenances.ongoing.map((window) => maintenance(window, true, names, locale)),
    ...nextWindows(maintenances.ahead).map((window) => maintenance(window, false, names, locale)),
  ]
  const past =
    view.pastIncidents.length === 0
      ? html`<p class="card empty">${locale.plural(words.noIncidents, pastDays)}</p>`
      : history(view.pastIncidents, setting)
  const logo = view.logoTag === null ? null : `${path}/logo?${view.logoTag}`
  const body = html`<header>
      ${logo !== null && html`<img class="logo" src="${logo}" alt="" />`}
      <h1 dir="auto">${view.name}</h1>
      ${view.description !== null && html`<p class="said" dir="auto">${view.description}</p>`}
    </header>
    <main>
      ${announcements(view.announcements)}
      <p class="headline ${mood}">${glyph(mood, 28)} <strong>${said}</strong></p>
      <p class="asof">
        ${fillHtml(words.asOf, { time: locale.time(view.at) })}
        <span class="live-mark">· ${words.live}</span>
      </p>
      ${
        openIncidents.length > 0 &&
        section(
          "now",
          words.happeningNow,
          openIncidents.map((one) => openIncident(one, names, setting, markupOf)),
        )
      }
      ${windows.length > 0 && section("planned", words.maintenance, windows)}
      ${componentSections(view.sections, locale)}
      ${section("past", words.pastIncidents, [past, html`<p class="months"><a href="${hrefOf(setting, "/history")}">${words.history}</a></p>`])}
    </main>
    ${footer(setting, "")}`
  const title = `${said} · ${cut(inertLine(view.name), 60)}`
  const description = cut(
    inertLine(view.description ?? fill(words.stateOf, { name: view.name })),
    160,
  )
  return layout({ ...shared(view), title, description, setting, mood }, body)
}

const shared = ({ isPublic, accentColor }: PageView) => ({
  hasFeed: true,
  isIndexed: isPublic,
  accentColor,
})

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
  const labels = [
    fillHtml(words.since, { time: locale.time(startedAt) }),
    ...(resolvedAt === null
      ? []
      : [
          html`${fill(words.overAfter, {
            length: locale.length(resolvedAt.getTime() - startedAt.getTime()),
          })}`,
        ]),
    ...affects(componentIds, names, locale),
  ]
  const body = html`<header>
      <p class="back"><a href="${hrefOf(setting, "")}" dir="auto">${view.name}</a></p>
      <h1 dir="auto">${titleOf(incident, locale)}</h1>
    </header>
    <main>
      <p class="headline ${mood}">
        ${glyph(mood, 28)} <strong>${stateOf(incident, locale)}</strong>
      </p>
      <p class="asof">${labels.map((one, at) => (at === 0 ? one : html` · ${one}`))}</p>
      ${postmortem !== null && section("postmortem", words.postmortem, [html`<div class="card">${markupOf(postmortem)}</div>`])}
      ${section("updates", words.updates, [html`<div class="card">${timeline(incident, locale, markupOf)}</div>`])}
    </main>
    ${footer(setting, `/incidents/${incident.id}`)}`
  const title = `${cut(inertLine(titleOf(incident, locale)), 60)} · ${cut(inertLine(view.name), 60)}`
  return layout({ ...shared(view), title, description: title, setting, mood }, body)
}

/** The same document for every missing page, whatever the reason. */
export const renderNothing = (locale: Locale): Page =>
  layout(
    {
      title: locale.words.nothingHere,
      description: locale.words.nothingHere,
      setting: { path: "", locale, isChosen: false },
      mood: "unknown",
      hasFeed: false,
      accentColor: null,
    },
    html`<main>
      <h1>${locale.words.nothingHere}</h1>
      <p class="said">${locale.words.checkAddress}</p>
    </main>`,
  )
