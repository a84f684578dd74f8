import { useAgainAt } from "../live/again-at.ts"
import { useChangeEvents } from "../live/events.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useMaintenanceChanges } from "../maintenance/follow-maintenances.ts"
import { StatusChanged } from "../monitor/monitor-row-documents.ts"
import { announceStatuses } from "../monitor/monitor-messages.ts"
import { useOnCallChanges } from "../on-call/follow-on-call.ts"
import { IncidentCounted } from "../project/count-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Overview } from "./overview-documents.ts"

/** The overview, read again after each change of a status, an incident, a maintenance or who is on call. */
export function useOverview(projectId: string) {
  const { may } = useProject()
  const read = useRead(Overview, { projectId })
  const readSoon = useRefresh(read.again)
  useChangeEvents(
    StatusChanged,
    { projectId },
    ({ monitorStatusChanged }) => monitorStatusChanged,
    (changes) => {
      announceStatuses(changes)
      readSoon()
    },
    { pause: !may("monitors:read") },
  )
  useChangeEvents(
    IncidentCounted,
    { projectId },
    ({ incidentChanged }) => incidentChanged,
    readSoon,
    { pause: !may("incidents:read") },
  )
  useOnCallChanges(projectId, readSoon)
  useMaintenanceChanges(projectId, readSoon)
  useAgainAt(
    read.data?.project?.overview?.unconfirmed.map(({ nextCheckAt }) => Date.parse(nextCheckAt)) ??
      [],
    readSoon,
  )
  return read
}
