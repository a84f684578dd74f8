import { useFollow } from "../live/follow.ts"
import { StatusChanged, type MonitorRow } from "./monitor-row-documents.ts"
import { announceStatuses } from "./monitor-messages.ts"

type StatusEvent = {
  id: string
  isSnapshot: boolean
  to: MonitorRow["status"]
  at: string
  monitor: { id: string; name: string; isPaused: boolean }
}

/** The latest status of each of these monitors, announced when it changes; at most 1,000. */
export function useStatuses(
  projectId: string,
  monitorIds: string[],
  onChange?: () => void,
): ReadonlyMap<string, StatusEvent> {
  return useFollow(
    StatusChanged,
    { projectId, monitorIds },
    ({ monitorStatusChanged: event }): StatusEvent => ({ id: event.monitor.id, ...event }),
    {
      pause: monitorIds.length === 0,
      onRows(events) {
        const changed = events.filter(({ isSnapshot }) => !isSnapshot)
        announceStatuses(changed)
        if (changed.length > 0) onChange?.()
      },
    },
  )
}

/** An event applies if it is later than the row. */
export function withStatus<Row extends Pick<MonitorRow, "id" | "status" | "statusSince">>(
  row: Row,
  statuses: ReadonlyMap<string, StatusEvent>,
): Row {
  const event = statuses.get(row.id)
  return event === undefined || event.at <= row.statusSince
    ? row
    : { ...row, status: event.to, statusSince: event.at }
}
