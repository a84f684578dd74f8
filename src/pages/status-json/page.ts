import type { Headline } from "../../graphql/status-page/headline.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { headlineWords } from "../status-page/headline.ts"
import { speechOf } from "../status-page/speech.ts"
import { inertLine } from "../xml.ts"

/** Where a page stands; every address in its JSON begins with it. */
export const addressOf = ({ slug }: PageView, baseUrl: string): string =>
  `${baseUrl}/status/${slug}`

/** The head of every answer. Its time moves only when something on the page does. */
export function pageJson(view: PageView, baseUrl: string) {
  const { ongoing, ahead, past } = view.maintenances
  const changes = [
    view.createdAt,
    ...view.sections.flatMap(({ components }) => components.map(({ since }) => since)),
    ...[...view.openIncidents, ...view.pastIncidents].map(({ updatedAt }) => updatedAt),
    ...[...ongoing, ...ahead, ...past].map(({ updatedAt }) => updatedAt),
  ]
  return {
    id: view.id,
    name: inertLine(view.name),
    url: addressOf(view, baseUrl),
    time_zone: "Etc/UTC",
    updated_at: new Date(Math.max(...changes.map((at) => at.getTime()))).toISOString(),
  }
}

const indicators: Record<Headline, string> = {
  major_outage: "critical",
  partial_outage: "major",
  degraded: "minor",
  maintenance: "maintenance",
  operational: "none",
  unknown: "none",
}

export const statusJson = (view: PageView) => ({
  indicator: indicators[view.headline],
  description: headlineWords(view, speechOf(view.language)),
})
