import type { ReactNode } from "react"
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { OperationResult } from "urql"
import { useClient } from "urql"
import type { ResultOf } from "../graphql.ts"
import type { AlertRow } from "../alert/documents.ts"
import { AlertChanged } from "../alert/documents.ts"
import type { IncidentRow } from "../incident/documents.ts"
import { IncidentChanged } from "../incident/documents.ts"
import { announce } from "../live/announce.tsx"
import { useConnection } from "../live/connection.ts"
import { useFollow } from "../live/follow.ts"
import { errorInWords } from "../live/read.ts"
import type { MonitorRow } from "../monitor/documents.ts"
import { MonitorsPage, StatusChanged } from "../monitor/documents.ts"
import { statusWord } from "../monitor/words.ts"

type StatusEvent = {
  id: string
  isSnapshot: boolean
  to: MonitorRow["status"]
  at: string
  reason: string | null
  monitor: { id: string; name: string; isPaused: boolean }
}

type ProjectLive = {
  projectId: string
  /** Every monitor of the project, as it stands now; undefined while they are read for the first time. */
  monitors: MonitorRow[] | undefined
  error: string | null
  readMonitors(): void
  /** Grows with every reading, so that what belongs to it is read with it. */
  readings: number
  statuses: ReadonlyMap<string, StatusEvent>
  incidents: ReadonlyMap<string, IncidentRow>
  alerts: ReadonlyMap<string, AlertRow>
}

const LiveContext = createContext<ProjectLive | null>(null)

export function useProjectLive(): ProjectLive {
  const live = use(LiveContext)
  if (live === null) throw new Error("outside of a project")
  return live
}

/** More than this the browser does not hold; the rest is found by the command line and the API. */
const mostPages = 10
const refreshMs = 30_000
/** After a change the rest of the row is read as well; a storm of changes causes few readings. */
const settleMs = 1500

/** Follows a project for as long as it is on the screen: one stream for each thing, for all its pages. */
export function ProjectLiveProvider({
  projectId,
  children,
}: {
  projectId: string
  children: ReactNode
}) {
  const { rows, readings, error, read, readSoon } = useMonitorRows(projectId)
  const variables = { projectId }
  const known = useRef(rows)
  useEffect(() => {
    known.current = rows
  }, [rows])

  const statuses = useFollow(
    StatusChanged,
    variables,
    ({ monitorStatusChanged: event }): StatusEvent => ({ id: event.monitor.id, ...event }),
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
  const incidents = useFollow(
    IncidentChanged,
    variables,
    ({ incidentChanged: { incident, isSnapshot } }) => ({ ...incident, isSnapshot }),
    {
      onRows(rows) {
        for (const { isSnapshot, number, title, state } of rows) {
          if (!isSnapshot) announce(`Incident ${number}, ${title}: ${state.name}`)
        }
      },
    },
  )
  const alerts = useFollow(AlertChanged, variables, (data) => data.alertChanged.alert)

  const value = useMemo(
    () => ({
      projectId,
      monitors: rows?.map((row) => withStatus(row, statuses)),
      error,
      readMonitors: read,
      readings,
      statuses,
      incidents,
      alerts,
    }),
    [projectId, rows, readings, error, read, statuses, incidents, alerts],
  )
  return <LiveContext value={value}>{children}</LiveContext>
}

/** An event counts where it is later than what the row was read with. */
export function withStatus<Row extends Pick<MonitorRow, "id" | "status" | "statusSince">>(
  row: Row,
  statuses: ReadonlyMap<string, StatusEvent>,
): Row {
  const event = statuses.get(row.id)
  return event === undefined || event.at <= row.statusSince
    ? row
    : { ...row, status: event.to, statusSince: event.at }
}

function useMonitorRows(projectId: string) {
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
      // A later reading has begun: its answer is the newer one.
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
