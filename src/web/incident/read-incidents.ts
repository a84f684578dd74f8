import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useClient } from "urql"
import { useConnection } from "../live/connection.ts"
import { useFollow } from "../live/follow.ts"
import { errorInWords } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { IncidentChanged } from "./incident-documents.ts"
import { Incidents, type ListedIncident } from "./incident-list-documents.ts"
import { variablesOf, type IncidentSearch } from "./incident-search.ts"

type Page = {
  key: string
  rows: ListedIncident[]
  total: number
  open: number
  info: { hasNextPage: boolean; endCursor: string | null }
}

const fresh = { requestPolicy: "network-only" } as const

/** The rows of one page and of a later, fresh first page: known rows change in place. */
function merge(held: Page, first: Page): { page: Page; added: number } {
  const known = new Set(held.rows.map(({ id }) => id))
  const latest = new Map(first.rows.map((row) => [row.id, row]))
  const rows = held.rows.map((row) => latest.get(row.id) ?? row)
  const added = first.rows.filter(({ id }) => !known.has(id)).length
  return { page: { ...held, rows, total: first.total, open: first.open }, added }
}

/**
 * The list, filtered and sorted by the server. New rows wait in `waiting` while `mayMove` is false, so that nothing
 * moves under the pointer.
 */
export function useIncidentRows(projectId: string, search: IncidentSearch, mayMove: () => boolean) {
  const client = useClient()
  const { epoch } = useConnection()
  const key = JSON.stringify([projectId, search])
  const [held, hold] = useState<Page>()
  const [waiting, setWaiting] = useState<{ page: Page; count: number } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const latest = useRef({ search, key, held, mayMove, turn: 0 })
  useEffect(() => {
    Object.assign(latest.current, { search, key, held, mayMove })
  })

  const load = useCallback(
    async (after: string | null): Promise<Page | null> => {
      const { search, key } = latest.current
      const turn = ++latest.current.turn
      const variables = { projectId, after, ...variablesOf(search, new Date()) }
      const { data, error } = await client.query(Incidents, variables, fresh).toPromise()
      if (turn !== latest.current.turn || key !== latest.current.key) return null
      setError(error === undefined ? null : errorInWords(error))
      const project = data?.project
      if (!project) return null
      const { edges, totalCount, pageInfo } = project.incidents
      return {
        key,
        rows: edges.map(({ node }) => node),
        total: totalCount,
        open: project.open.totalCount,
        info: pageInfo,
      }
    },
    [client, projectId],
  )

  const read = useCallback(async () => {
    const first = await load(null)
    if (first === null) return
    const { held, key, mayMove } = latest.current
    const { page, added } = held?.key === key ? merge(held, first) : { page: first, added: 0 }
    const isWhole = held?.key !== key || held.rows.length <= first.rows.length
    if (isWhole && (added === 0 || mayMove())) {
      hold(first)
      setWaiting(null)
      return
    }
    hold(page)
    setWaiting(added === 0 ? null : { page: first, count: added })
  }, [load])

  useEffect(() => {
    setWaiting(null)
    latest.current.key = key
    latest.current.search = search
    void read()
    // The key stands for the filters.
  }, [read, key, epoch])

  const readSoon = useRefresh(() => void read())
  const live = useFollow(
    IncidentChanged,
    { projectId },
    ({ incidentChanged: { incident, isSnapshot } }) => ({ ...incident, isSnapshot }),
    {
      onRows(rows) {
        if (rows.some(({ isSnapshot }) => !isSnapshot)) readSoon()
      },
    },
  )
  const rows = useMemo(
    () =>
      held?.rows.map((row) => {
        const changed = live.get(row.id)
        return changed !== undefined && changed.updatedAt > row.updatedAt
          ? { ...row, ...changed }
          : row
      }),
    [held, live],
  )
  return {
    rows,
    /** True while the shown rows are those of earlier filters. */
    isOld: held !== undefined && held.key !== key,
    total: held?.total,
    open: held?.open,
    error,
    waiting: waiting?.count ?? 0,
    showWaiting() {
      if (waiting !== null) hold(waiting.page)
      setWaiting(null)
    },
    again: () => void read(),
    async more() {
      if (held?.key !== key || !held.info.hasNextPage) return
      const next = await load(held.info.endCursor)
      if (next === null) return
      hold((before) => {
        if (before?.key !== key) return before
        const known = new Set(before.rows.map(({ id }) => id))
        return { ...next, rows: [...before.rows, ...next.rows.filter(({ id }) => !known.has(id))] }
      })
    },
  }
}
