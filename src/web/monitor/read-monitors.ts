import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { OperationResult } from "urql"
import { useClient } from "urql"
import type { ResultOf } from "../graphql.ts"
import { announce } from "../live/announce.tsx"
import { useConnection } from "../live/connection.ts"
import { useFollow } from "../live/follow.ts"
import { errorInWords } from "../live/live-read.ts"
import { withStatus } from "./follow-status.ts"
import type { MonitorRow } from "./monitor-documents.ts"
import { MonitorsPage, StatusChanged } from "./monitor-documents.ts"
import { statusWord } from "./monitor-messages.ts"

/** Maximum rows of the list; search finds the rest. */
const mostPages = 10
const refreshMs = 30_000
/** After a change the rest of the row is read again; many changes at once cause few reads. */
const settleMs = 1500

/** The monitors of the list, updated by the stream of statuses. */
export function useMonitorRows(projectId: string) {
  const { rows, readings, error, read, readSoon } = useRows(projectId)
  const known = useRef(rows)
  useEffect(() => {
    known.current = rows
  }, [rows])
  const statuses = useFollow(
    StatusChanged,
    { projectId },
    ({ monitorStatusChanged: event }) => ({ id: event.monitor.id, ...event }),
    {
      onRows(events) {
        const isNew = events.some(({ id }) => known.current?.every((row) => row.id !== id))
        if (isNew || events.some(({ isSnapshot }) => !isSnapshot)) readSoon()
        for (const { isSnapshot, monitor, to } of events) {
          if (!isSnapshot) announce(`${monitor.name} is ${statusWord[to].toLowerCase()}`)
        }
      },
    },
  )
  const monitors = useMemo(() => rows?.map((row) => withStatus(row, statuses)), [rows, statuses])
  return { monitors, error, readMonitors: read, readings }
}

function useRows(projectId: string) {
  const client = useClient()
  const { epoch } = useConnection()
  const [held, hold] = useState<{ projectId: string; rows: MonitorRow[]; readings: number }>()
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(0)

  const load = useCallback(async () => {
    const turn = ++latest.current
    const rows: MonitorRow[] = []
    let after: string | null | undefined = null
    for (let page = 0; page < mostPages; page++) {
      const result: Page = await client.query(MonitorsPage, { projectId, after }, fresh).toPromise()
      // A later read has started; its response is newer.
      if (turn !== latest.current) return
      if (result.error !== undefined) {
        setError(errorInWords(result.error))
        return
      }
      const found = result.data?.project?.monitors
      rows.push(...(found?.edges.map(({ node }) => node) ?? []))
      if (found?.pageInfo.hasNextPage !== true) break
      after = found.pageInfo.endCursor
    }
    setError(null)
    hold((before) => ({ projectId, rows, readings: (before?.readings ?? 0) + 1 }))
  }, [client, projectId])

  const read = useCallback(() => void load(), [load])
  useEffect(() => {
    read()
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") read()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [read, epoch])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [read])
  const readSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(read, settleMs)
  }, [read])

  const rows = held?.projectId === projectId ? held.rows : undefined
  return { rows, readings: held?.readings ?? 0, error, read, readSoon }
}

type Page = OperationResult<ResultOf<typeof MonitorsPage>>

const fresh = { requestPolicy: "network-only" } as const
