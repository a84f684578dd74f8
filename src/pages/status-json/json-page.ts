import type { Headline } from "../../graphql/status-pages/status-page/rules/page-headline.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { headlineWords } from "../status-page/headline.ts"
import { localeOf } from "../status-page/locale.ts"
import { inertLine } from "../../platform/shown-text.ts"

/** The common part of every document. Its time changes only with the page. */
export function pageJson(view: PageView, address: string) {
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
    url: address,
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
  description: headlineWords(view, localeOf(view.language)),
})
