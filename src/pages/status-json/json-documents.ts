import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../graphql/status-pages/status-page/view-maintenances.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { componentsJson } from "./json-components.ts"
import { createdAtOf, incidentJson } from "./json-incidents.ts"
import { maintenanceJson } from "./json-maintenances.ts"
import { pageJson, statusJson } from "./json-page.ts"

type Document = (view: PageView, address: string) => object

const itemsAtMost = 50

const incidents = (of: (view: PageView) => PublicIncident[]): Document => {
  return (view, address) => ({
    incidents: of(view)
      .slice(0, itemsAtMost)
      .toSorted((one, other) => createdAtOf(other).getTime() - createdAtOf(one).getTime())
      .map((incident) => incidentJson(incident, view, address)),
  })
}

const maintenances = (of: (view: PageView) => PublicMaintenance[]): Document => {
  return (view, address) => ({
    scheduled_maintenances: of(view)
      .slice(0, itemsAtMost)
      .map((window) => maintenanceJson(window, view, address)),
  })
}

const status: Document = (view) => ({ status: statusJson(view) })
const components: Document = (view) => ({ components: componentsJson(view) })
const unresolved = incidents(({ openIncidents }) => openIncidents)

const all: Record<string, Document[]> = {
  summary: [
    components,
    unresolved,
    maintenances(({ maintenances: { ongoing, ahead } }) => [...ongoing, ...ahead]),
    status,
  ],
  status: [status],
  components: [components],
  incidents: [
    // Open incidents always fit before resolved ones.
    incidents(({ openIncidents, pastIncidents }) => [...openIncidents, ...pastIncidents]),
  ],
  "incidents/unresolved": [unresolved],
  "scheduled-maintenances": [
    maintenances(({ maintenances: { ongoing, ahead, past } }) =>
      // Ongoing windows always fit before future ones.
      [...ongoing, ...ahead, ...past.toReversed()]
        .slice(0, itemsAtMost)
        .toSorted((one, other) => other.startsAt.getTime() - one.startsAt.getTime()),
    ),
  ],
  "scheduled-maintenances/upcoming": [maintenances(({ maintenances: { ahead } }) => ahead)],
  "scheduled-maintenances/active": [maintenances(({ maintenances: { ongoing } }) => ongoing)],
}

/** statuspage.io's documents, by their path below /api/v2/. */
export const statusDocuments: ReadonlyMap<string, (view: PageView, address: string) => string> =
  new Map(
    Object.entries(all).map(([name, parts]) => [
      `${name}.json`,
      (view, address) =>
        JSON.stringify(
          Object.assign(
            { page: pageJson(view, address) },
            ...parts.map((part) => part(view, address)),
          ),
        ),
    ]),
  )
