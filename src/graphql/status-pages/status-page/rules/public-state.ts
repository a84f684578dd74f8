import type { UpdateKind } from "../../../../../prisma/generated/enums.ts"
import type { IncidentUpdate, PublicIncident } from "../view-incidents.ts"

const openStatuses = ["investigating", "identified", "monitoring"] as const
/** The statuses that status pages have in common. */
export type IncidentStatus = (typeof openStatuses)[number] | "resolved"

/** Null if the update does not change the status. */
const statusOfKind: Record<UpdateKind, IncidentStatus | null> = {
  declared: "investigating",
  note: null,
  acknowledged: "identified",
  state_changed: "identified",
  reopened: "investigating",
  resolved: "resolved",
  postmortem: null,
}

type Update = Pick<IncidentUpdate, "kind" | "movedTo">
type Incident<U extends Update> = Pick<PublicIncident, "resolvedAt" | "state"> & { updates: U[] }

/** A custom state with the name of a standard status takes precedence over the kind. */
const statusOf = ({ kind, movedTo }: Update): IncidentStatus | null =>
  openStatuses.find((status) => status === movedTo) ?? statusOfKind[kind]

/**
 * Updates of an incident with the status after each, newest first. The newest equals the incident's status, because
 * readers compare the two.
 */
export function withStatuses<U extends Update>({
  updates,
  resolvedAt,
  state,
}: Incident<U>): (U & { status: IncidentStatus })[] {
  const withStatus: (U & { status: IncidentStatus })[] = []
  let status: IncidentStatus = "investigating"
  for (const update of updates.toReversed()) {
    if (update.kind === "postmortem") continue
    status = statusOf(update) ?? status
    withStatus.unshift({ ...update, status })
  }
  const [newest, ...older] = withStatus
  if (newest === undefined) return []
  const isOver = resolvedAt !== null
  if (isOver === (newest.status === "resolved")) return withStatus
  const open = state.meaning === "acknowledged" ? "identified" : "investigating"
  return [{ ...newest, status: isOver ? "resolved" : open }, ...older]
}

/** Names of states that are shown as a status; others, which a project added, as they are. */
const ownNames: ReadonlySet<string> = new Set([...openStatuses, "acknowledged", "resolved"])

/** Whether a project added this state. */
export const isOwnState = (name: string): boolean => !ownNames.has(name)

/** What visitors read: a status, or the name of a state that the project added. */
export function publicStateOf<U extends Update>(incident: Incident<U>): string {
  if (isOwnState(incident.state.name)) return incident.state.name
  const [newest] = withStatuses(incident)
  return newest?.status ?? (incident.resolvedAt === null ? "investigating" : "resolved")
}
