import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import type {
  IncidentUpdate,
  PublicIncident,
} from "../../graphql/status-pages/status-page/view-incidents.ts"

const openStatuses = ["investigating", "identified", "monitoring"] as const
export type IncidentStatus = (typeof openStatuses)[number] | "resolved" | "postmortem"

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

/** A custom state with the name of a standard status takes precedence over the kind. */
const statusOf = ({ kind, movedTo }: IncidentUpdate): IncidentStatus | null =>
  openStatuses.find((status) => status === movedTo) ?? statusOfKind[kind]

type WithStatus = IncidentUpdate & { status: IncidentStatus }

/**
 * Updates of an incident with the status after each, newest first. The newest equals the incident's status, because
 * readers compare the two.
 */
export function withStatuses({ updates, resolvedAt, state }: PublicIncident): WithStatus[] {
  const withStatus: WithStatus[] = []
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
