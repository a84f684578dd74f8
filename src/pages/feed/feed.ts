import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { stateOf, titleOf } from "../status-page/incidents.ts"
import type { Speech } from "../status-page/speech.ts"
import { fill, speechOf } from "../status-page/speech.ts"
import { escape, inert, inertLine } from "../xml.ts"

/** The incidents of a page as every format tells them, newest first; plain text where nothing else is said. */
export type Feed = {
  id: string
  title: string
  description: string
  author: string
  /** Of the page; its feeds stand below it. */
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
  /** HTML, as readers expect it: what was said, newest first. */
  content: string
}

/** More than a reader that looks once a week can miss. */
const entriesAtMost = 50

export function feedOf(view: PageView, address: string): Feed {
  const { openIncidents, pastIncidents } = view
  const speech = speechOf(view.language)
  const author = inertLine(view.name)
  const title = fill(speech.words.incidentsOf, { name: author })
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
    entries: incidents.map((incident) => entryOf(incident, address, speech)),
  }
}

const entryOf = (incident: PublicIncident, address: string, speech: Speech): Entry => ({
  id: incident.id,
  title: inertLine(titleOf(incident, speech)),
  address: `${address}/incidents/${incident.id}`,
  at: incident.startedAt,
  changedAt: incident.updatedAt,
  content: contentOf(incident, speech),
})

function contentOf(incident: PublicIncident, speech: Speech): string {
  const { updates, postmortem } = incident
  const { words } = speech
  const said = updates.map(
    ({ kind, body, at }) =>
      `<p><time datetime="${at.toISOString()}">${speech.moment(at)}</time><br>${html(body ?? words.update[kind])}</p>`,
  )
  const told =
    postmortem === null ? "" : `<h3>${html(words.postmortem)}</h3><p>${html(postmortem)}</p>`
  return `<p><strong>${html(stateOf(incident, speech))}</strong></p>${told}${said.join("")}`
}

const html = (text: string): string => escape(inert(text)).replaceAll("\n", "<br>")
