import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { componentsOf, statusOfSeen, type Status } from "./json-components.ts"

export type Affected = { code: string; name: string; old_status: Status; new_status: Status }

/** The components affected by an update of an incident or a window. */
export const affected = (
  components: readonly { id: string; name: string }[],
  before: (id: string) => Status,
  after: (id: string) => Status,
): Affected[] =>
  components.map(({ id, name }) => ({
    code: id,
    name,
    old_status: before(id),
    new_status: after(id),
  }))

const healthy = (): Status => "operational"

/** While an incident is open, its components have the announced status; without one, an outage. */
export function affectedBy(incident: PublicIncident, view: PageView) {
  const { componentIds, announcedStatuses, impact } = incident
  const components = componentsOf(view, componentIds)
  const usual: MonitorStatus = impact === "minor" ? "degraded" : "offline"
  const troubled = (id: string) => statusOfSeen(announcedStatuses[id] ?? usual)
  return (wasOpen: boolean, isOpen: boolean): Affected[] =>
    affected(components, wasOpen ? troubled : healthy, isOpen ? troubled : healthy)
}
