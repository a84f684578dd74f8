import { useAgainAt } from "../live/again-at.ts"
import { useFollow } from "../live/follow.ts"
import { announce } from "../ui/announce.tsx"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useMaintenanceChanges } from "../maintenance/follow-maintenances.ts"
import { StatusChanged } from "../monitor/monitor-row-documents.ts"
import { statusWord } from "../monitor/monitor-messages.ts"
import { useOnCallChanges } from "../on-call/follow-on-call.ts"
import { IncidentCounted } from "../project/count-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Overview } from "./overview-documents.ts"

/** The overview, read again after each change of a status, an incident, a maintenance or who is on call. */
export function useOverview(projectId: string) {
  const { may } = useProject()
  const read = useRead(Overview, { projectId })
  const readSoon = useRefresh(read.again)
  useFollow(
    StatusChanged,
    { projectId },
    ({ monitorStatusChanged: event }) => ({ id: event.monitor.id, ...event }),
    {
      pause: !may("monitors:read"),
      onRows(events) {
        const changed = events.filter(({ isSnapshot }) => !isSnapshot)
        for (const { monitor, to } of changed) {
          announce(`${monitor.name} is ${statusWord[to].toLowerCase()}`)
        }
        if (changed.length > 0) readSoon()
      },
    },
  )
  useFollow(
    IncidentCounted,
    { projectId },
    ({ incidentChanged: { incident, isSnapshot } }) => ({ ...incident, isSnapshot }),
    {
      pause: !may("incidents:read"),
      onRows(rows) {
        if (rows.some(({ isSnapshot }) => !isSnapshot)) readSoon()
      },
    },
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
