import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../graphql/status-page/view-maintenances.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { componentsJson } from "./components.ts"
import { incidentJson } from "./incidents.ts"
import { maintenanceJson } from "./maintenances.ts"
import { pageJson, statusJson } from "./page.ts"

type Document = (view: PageView, address: string) => object

const itemsAtMost = 50

const incidents = (of: (view: PageView) => PublicIncident[]): Document => {
  return (view, address) => ({
    incidents: of(view)
      .slice(0, itemsAtMost)
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
    incidents(({ openIncidents, pastIncidents }) => [...openIncidents, ...pastIncidents]),
  ],
  "incidents/unresolved": [unresolved],
  "scheduled-maintenances": [
    maintenances(({ maintenances: { ongoing, ahead, past } }) =>
      // What runs is never left out for what is far ahead.
      [...ongoing, ...ahead, ...past.toReversed()]
        .slice(0, itemsAtMost)
        .toSorted((one, other) => other.startsAt.getTime() - one.startsAt.getTime()),
    ),
  ],
  "scheduled-maintenances/upcoming": [maintenances(({ maintenances: { ahead } }) => ahead)],
  "scheduled-maintenances/active": [maintenances(({ maintenances: { ongoing } }) => ongoing)],
}

/** The documents that programs know from statuspage.io, by their place below /api/v2/. */
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
