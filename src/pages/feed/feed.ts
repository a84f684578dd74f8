import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { saidOf, stateOf, titleOf } from "../status-page/incident-list.ts"
import { fill, localeOf, type Locale } from "../status-page/locale.ts"
import { inert, inertLine } from "../../platform/shown-text.ts"
import { escape } from "../../platform/xml.ts"

/** A page's incidents for all feed formats, newest first; plain text unless stated otherwise. */
export type Feed = {
  id: string
  title: string
  description: string
  author: string
  /** URL of the page; its feeds are below it. */
  address: string
  language: string
  /** Its bytes change only when an incident does. */
  changedAt: Date
  entries: Entry[]
}

export type Entry = {
  id: string
  title: string
  address: string
  at: Date
  changedAt: Date
  /** HTML with the updates, newest first. */
  content: string
}

/** More than a feed reader can miss in a week. */
const entriesAtMost = 50

export function feedOf(view: PageView, address: string): Feed {
  const { openIncidents, pastIncidents } = view
  const locale = localeOf(view.language)
  const author = inertLine(view.name)
  const title = fill(locale.words.incidentsOf, { name: author })
  const incidents = [...openIncidents, ...pastIncidents]
    .toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
    .slice(0, entriesAtMost)
  const changes = incidents.map(({ updatedAt }) => updatedAt.getTime())
  return {
    id: view.id,
    title,
    description: inertLine(view.description ?? "") || title,
    author,
    address,
    language: view.language,
    changedAt: new Date(Math.max(view.createdAt.getTime(), ...changes)),
    entries: incidents.map((incident) => entryOf(incident, address, locale)),
  }
}

const entryOf = (incident: PublicIncident, address: string, locale: Locale): Entry => ({
  id: incident.id,
  title: inertLine(titleOf(incident, locale)),
  address: `${address}/incidents/${incident.id}`,
  at: incident.startedAt,
  changedAt: incident.updatedAt,
  content: contentOf(incident, locale),
})

function contentOf(incident: PublicIncident, locale: Locale): string {
  const { updates, postmortem } = incident
  const { words } = locale
  const said = updates.map(
    (update) =>
      `<p><time datetime="${update.at.toISOString()}">${locale.moment(update.at)}</time><br>${html(saidOf(update, locale))}</p>`,
  )
  const about =
    postmortem === null ? "" : `<h3>${html(words.postmortem)}</h3><p>${html(postmortem)}</p>`
  return `<p><strong>${html(stateOf(incident, locale))}</strong></p>${about}${said.join("")}`
}

const html = (text: string): string => escape(inert(text)).replaceAll("\n", "<br>")
