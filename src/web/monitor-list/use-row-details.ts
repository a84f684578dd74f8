import { startTransition, useCallback, useEffect, useRef, useState } from "react"
import { useClient } from "urql"
import { announce } from "../ui/announce.tsx"
import { useAgainAt } from "../live/again-at.ts"
import { useEvents } from "../live/events.ts"
import { RowDetails, StatusEvents, type RowDetail } from "./list-documents.ts"
import type { MonitorRow } from "../monitor/monitor-row-documents.ts"
import { confirmationDue, statusWord } from "../monitor/monitor-messages.ts"

/** A row with what was read of it since its page, and its last change of status. */
export type ShownRow = MonitorRow &
  Partial<Pick<RowDetail, "p95Ms" | "recentUptime" | "recentChecks">>

/** Waits for scrolling to end. */
const settleMs = 120
const refreshMs = 30_000
const gatherMs = 250
/** Read by one request. */
const mostRows = 100

/**
 * Details of the visible rows, read when they come into view and every half minute, and the statuses of all, by the
 * stream. The map is changed in place, because it may hold thousands of rows; `version` counts its changes.
 */
export function useRowDetails(
  projectId: string,
  rows: readonly MonitorRow[] | undefined,
  readings: number,
  onChange: (ids: readonly string[]) => void,
) {
  const client = useClient()
  const [details] = useState(() => new Map<string, { row: ShownRow; readAt: number }>())
  const [version, setVersion] = useState(0)
  const visible = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const read = useCallback(async () => {
    const stale = Date.now() - refreshMs + gatherMs
    const ids = visible.current
      .filter((id) => (details.get(id)?.readAt ?? 0) < stale)
      .slice(0, mostRows)
    if (ids.length === 0) return
    const { data } = await client
      .query(RowDetails, { projectId, ids }, { requestPolicy: "network-only" })
      .toPromise()
    for (const { node } of data?.project?.monitors.edges ?? []) {
      details.set(node.id, { row: node, readAt: Date.now() })
    }
    startTransition(() => setVersion((before) => before + 1))
  }, [client, details, projectId])

  const show = useCallback(
    (ids: readonly string[]) => {
      visible.current = ids
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void read(), settleMs)
    },
    [read],
  )
  useEffect(() => {
    const interval = setInterval(() => {
      if (document.visibilityState === "visible") void read()
    }, refreshMs)
    return () => {
      clearInterval(interval)
      clearTimeout(timer.current)
    }
  }, [read])
  /** Rows that were read again are newer than the details. */
  const seen = useRef(readings)
  useEffect(() => {
    if (seen.current === readings) return
    seen.current = readings
    details.clear()
    void read()
  }, [details, read, readings])

  const known = useRef(new Map<string, MonitorRow>())
  useEffect(() => {
    known.current = new Map(rows?.map((row) => [row.id, row]))
  }, [rows])
  useEvents(StatusEvents, { projectId }, ({ monitorStatusChanged }) => monitorStatusChanged, {
    gatherMs,
    onRows(events) {
      const changed = new Map<string, ShownRow>()
      for (const { monitorId, to, at } of events) {
        const before = details.get(monitorId)
        const row = before?.row ?? known.current.get(monitorId)
        if (row === undefined || at < row.statusSince) continue
        const shown = { ...row, status: to, statusSince: at, unconfirmedFailures: 0 }
        details.set(monitorId, { row: shown, readAt: before?.readAt ?? 0 })
        changed.set(monitorId, shown)
      }
      if (changed.size > 0) setVersion((before) => before + 1)
      announceChanges([...changed.values()])
      onChange(events.map(({ monitorId }) => monitorId))
    },
  })
  const due = visible.current.flatMap((id) => {
    const row = details.get(id)?.row
    const dueAt = row === undefined ? null : confirmationDue(row)
    return dueAt === null ? [] : [{ id, dueAt }]
  })
  useAgainAt(
    due.map(({ dueAt }) => dueAt),
    () => {
      for (const { id } of due) {
        const known = details.get(id)
        if (known !== undefined) details.set(id, { ...known, readAt: 0 })
      }
      void read()
    },
  )
  return { shownOf: (row: MonitorRow): ShownRow => details.get(row.id)?.row ?? row, show, version }
}

/** More than a few names at once would never be read to their end. */
function announceChanges(rows: readonly ShownRow[]): void {
  if (rows.length === 0) return
  if (rows.length > 3) announce(`${rows.length} monitors changed their status`)
  else
    announce(
      rows.map(({ name, status }) => `${name} is ${statusWord[status].toLowerCase()}`).join(". "),
    )
}
