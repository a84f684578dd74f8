import type { PublicIncident } from "../graphql/status-page/view-incidents.ts"
import type { PageView } from "../graphql/status-page/view.ts"
import { stateOf, titleOf } from "./status-page/incidents.ts"
import type { Speech } from "./status-page/speech.ts"
import { fill, speechOf } from "./status-page/speech.ts"
import { escape, inert, inertLine } from "./xml.ts"

/** More than a reader that looks once a week can miss. */
const itemsAtMost = 50

/** The incidents of a page as RSS 2.0, newest first. Its bytes change only when an incident does. */
export function renderRss(view: PageView, baseUrl: string): string {
  const { openIncidents, pastIncidents } = view
  const address = `${baseUrl}/status/${view.slug}`
  const speech = speechOf(view.language)
  const name = inertLine(view.name)
  const title = escape(fill(speech.words.incidentsOf, { name }))
  const incidents = [...openIncidents, ...pastIncidents]
    .toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
    .slice(0, itemsAtMost)
  const changes = incidents.map(({ updatedAt }) => updatedAt.getTime())
  const changedAt = new Date(Math.max(view.createdAt.getTime(), ...changes))
  const description = inertLine(view.description ?? "")
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${escape(address)}</link>
<atom:link href="${escape(address)}/rss" rel="self" type="application/rss+xml"/>
<description>${description === "" ? title : escape(description)}</description>
<language>${view.language}</language>
<lastBuildDate>${changedAt.toUTCString()}</lastBuildDate>
<ttl>5</ttl>
${incidents.map((incident) => itemOf(incident, address, speech)).join("")}</channel>
</rss>
`
}

const itemOf = (incident: PublicIncident, address: string, speech: Speech): string => `<item>
<title>${escape(inertLine(titleOf(incident, speech)))}</title>
<link>${escape(address)}/incidents/${incident.id}</link>
<guid isPermaLink="false">urn:uuid:${incident.id}</guid>
<pubDate>${incident.startedAt.toUTCString()}</pubDate>
<description>${escape(bodyOf(incident, speech))}</description>
</item>
`

/** HTML, as readers expect it: what was said, newest first. */
function bodyOf(incident: PublicIncident, speech: Speech): string {
  const { updates, postmortem } = incident
  const { words } = speech
  const said = updates.map(
    ({ kind, body, at }) =>
      `<p><time datetime="${at.toISOString()}">${speech.moment(at)}</time><br>${html(body ?? words.update[kind])}</p>`,
  )
  const told = postmortem === null ? "" : `<h3>${words.postmortem}</h3><p>${html(postmortem)}</p>`
  return `<p><strong>${html(stateOf(incident, speech))}</strong></p>${told}${said.join("")}`
}

const html = (text: string): string => escape(inert(text)).replaceAll("\n", "<br>")
