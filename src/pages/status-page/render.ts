import type { PageView } from "../../graphql/status-page/view.ts"
import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { cut, inertLine } from "../xml.ts"
import { announcements, nextWindows } from "./announcements.ts"
import { componentSections } from "./components.ts"
import { lengthWords, time } from "./dates.ts"
import { glyph, moodOf } from "./glyph.ts"
import { history, maintenance, namesOf, openIncident, timeline } from "./incidents.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"
import { headlineOf } from "./words.ts"

/**
 * The page itself, whole without a script.
 *
 * @param path where it stands on its host: /status/<slug>, or nothing on a domain of its own.
 */
export function renderPage(view: PageView, path: string): Page {
  const { headline, openIncidents, maintenances } = view
  const mood = moodOf[headline]
  const words = headlineOf(view)
  const names = namesOf(view)
  const windows = [
    ...maintenances.ongoing.map((window) => maintenance(window, true, names)),
    ...nextWindows(maintenances.ahead).map((window) => maintenance(window, false, names)),
  ]
  const logo = view.logoTag === null ? null : `${path}/logo?${view.logoTag}`
  const body = html`<header>
      ${logo !== null && html`<img class="logo" src="${logo}" alt="" />`}
      <h1>${view.name}</h1>
      ${view.description !== null && html`<p class="said">${view.description}</p>`}
    </header>
    <main>
      ${announcements(view.announcements)}
      <p class="headline ${mood}">${glyph(mood, 28)} <strong>${words}</strong></p>
      <p class="asof">As of ${time(view.at)}</p>
      ${
        openIncidents.length > 0 &&
        section(
          "now",
          "Happening now",
          openIncidents.map((one) => openIncident(one, path, names)),
        )
      }
      ${windows.length > 0 && section("planned", "Maintenance", windows)}
      ${componentSections(view.sections)}
      ${section("past", "Past incidents", [history(view.pastIncidents, path)])}
    </main>
    ${footer(path)}`
  const title = `${words} · ${cut(inertLine(view.name), 60)}`
  const description = cut(inertLine(view.description ?? `The state of ${view.name}.`), 160)
  return layout(
    { title, description, path, mood, hasFeed: true, accentColor: view.accentColor },
    body,
  )
}

const section = (id: string, heading: string, parts: readonly Html[]): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${parts}
  </section>`

const footer = (path: string): Html =>
  html`<footer>
    <a href="${path}/rss">Incident feed</a> · <a href="${path}/badge">Badge</a> · Times are in UTC
  </footer>`

/** An incident by itself, with its post-mortem once that is published. */
export function renderIncident(view: PageView, incident: PublicIncident, path: string): Page {
  const { startedAt, resolvedAt, componentIds, postmortem, state } = incident
  const names = namesOf(view)
  const lasted = resolvedAt && lengthWords(resolvedAt.getTime() - startedAt.getTime())
  const mood = resolvedAt === null ? moodOf.partial_outage : "good"
  const affected = componentIds.map((id) => names.get(id) ?? "").join(", ")
  const body = html`<header>
      <p class="back"><a href="${path || "/"}">${view.name}</a></p>
      <h1>${incident.title}</h1>
    </header>
    <main>
      <p class="headline ${mood}">${glyph(mood, 28)} <strong>${state.name}</strong></p>
      <p class="asof">
        Since
        ${time(startedAt)}${lasted !== null && `, over after ${lasted}`}${affected !== "" && `. Affects ${affected}`}
      </p>
      ${postmortem !== null && section("postmortem", "Post-mortem", [html`<div class="card"><p class="said">${postmortem}</p></div>`])}
      ${section("updates", "Updates", [html`<div class="card">${timeline(incident)}</div>`])}
    </main>
    ${footer(path)}`
  const title = `${cut(inertLine(incident.title), 60)} · ${cut(inertLine(view.name), 60)}`
  return layout(
    { title, description: title, path, mood, hasFeed: true, accentColor: view.accentColor },
    body,
  )
}

/** The same for every address that has no page, whatever the reason. */
export const renderNothing = (): Page =>
  layout(
    {
      title: "There is no page here",
      description: "There is no page here.",
      path: "",
      mood: "unknown",
      hasFeed: false,
      accentColor: null,
    },
    html`<main>
      <h1>There is no page here</h1>
      <p class="said">Look at the address again, or ask whoever gave it to you.</p>
    </main>`,
  )
