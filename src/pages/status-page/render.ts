import type { PageView } from "../../graphql/status-page/view.ts"
import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { cut, inertLine } from "../xml.ts"
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
} from "./incidents.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"
import type { Speech } from "./speech.ts"
import { fill, fillHtml } from "./speech.ts"

/** How far back the page itself looks. */
const pastDays = 90

/** The page itself, whole without a script. */
export function renderPage(view: PageView, setting: Setting): Page {
  const { path, speech } = setting
  const { words } = speech
  const { headline, openIncidents, maintenances } = view
  const mood = moodOf[headline]
  const said = headlineWords(view, speech)
  const names = namesOf(view)
  const windows = [
    ...maintenances.ongoing.map((window) => maintenance(window, true, names, speech)),
    ...nextWindows(maintenances.ahead).map((window) => maintenance(window, false, names, speech)),
  ]
  const past =
    view.pastIncidents.length === 0
      ? html`<p class="card empty">${speech.plural(words.noIncidents, pastDays)}</p>`
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
        ${fillHtml(words.asOf, { time: speech.time(view.at) })}
        <span class="live-mark">· ${words.live}</span>
      </p>
      ${
        openIncidents.length > 0 &&
        section(
          "now",
          words.happeningNow,
          openIncidents.map((one) => openIncident(one, names, setting)),
        )
      }
      ${windows.length > 0 && section("planned", words.maintenance, windows)}
      ${componentSections(view.sections, speech)}
      ${section("past", words.pastIncidents, [past, html`<p class="months"><a href="${hrefOf(setting, "/history")}">${words.history}</a></p>`])}
    </main>
    ${footer(setting, "")}`
  const title = `${said} · ${cut(inertLine(view.name), 60)}`
  const description = cut(
    inertLine(view.description ?? fill(words.stateOf, { name: view.name })),
    160,
  )
  return layout(
    { title, description, setting, mood, hasFeed: true, accentColor: view.accentColor },
    body,
  )
}

const section = (id: string, heading: string, parts: readonly Html[]): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${parts}
  </section>`

/** An incident by itself, with its post-mortem once that is published. */
export function renderIncident(view: PageView, incident: PublicIncident, setting: Setting): Page {
  const { speech } = setting
  const { words } = speech
  const { startedAt, resolvedAt, componentIds, postmortem } = incident
  const names = namesOf(view)
  const mood = resolvedAt === null ? moodOf.partial_outage : "good"
  const told = [
    fillHtml(words.since, { time: speech.time(startedAt) }),
    ...(resolvedAt === null
      ? []
      : [
          html`${fill(words.overAfter, {
            length: speech.length(resolvedAt.getTime() - startedAt.getTime()),
          })}`,
        ]),
    ...affects(componentIds, names, speech),
  ]
  const body = html`<header>
      <p class="back"><a href="${hrefOf(setting, "")}" dir="auto">${view.name}</a></p>
      <h1 dir="auto">${titleOf(incident, speech)}</h1>
    </header>
    <main>
      <p class="headline ${mood}">
        ${glyph(mood, 28)} <strong>${stateOf(incident, speech)}</strong>
      </p>
      <p class="asof">${told.map((one, at) => (at === 0 ? one : html` · ${one}`))}</p>
      ${postmortem !== null && section("postmortem", words.postmortem, [html`<div class="card"><p class="said" dir="auto">${postmortem}</p></div>`])}
      ${section("updates", words.updates, [html`<div class="card">${timeline(incident, speech)}</div>`])}
    </main>
    ${footer(setting, `/incidents/${incident.id}`)}`
  const title = `${cut(inertLine(titleOf(incident, speech)), 60)} · ${cut(inertLine(view.name), 60)}`
  return layout(
    { title, description: title, setting, mood, hasFeed: true, accentColor: view.accentColor },
    body,
  )
}

/** The same for every address that has no page, whatever the reason. */
export const renderNothing = (speech: Speech): Page =>
  layout(
    {
      title: speech.words.nothingHere,
      description: speech.words.nothingHere,
      setting: { path: "", speech, isChosen: false },
      mood: "unknown",
      hasFeed: false,
      accentColor: null,
    },
    html`<main>
      <h1>${speech.words.nothingHere}</h1>
      <p class="said">${speech.words.lookAgain}</p>
    </main>`,
  )
