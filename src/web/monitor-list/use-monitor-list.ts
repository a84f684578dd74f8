import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useClient } from "urql"
import type { VariablesOf } from "../graphql.ts"
import { useConnection } from "../live/connection.ts"
import { useDeleted } from "../live/delete-later.ts"
import { errorInWords } from "../live/live-read.ts"
import { MonitorPage } from "./list-documents.ts"
import type { MonitorRow } from "../monitor/monitor-row-documents.ts"

type Variables = Omit<VariablesOf<typeof MonitorPage>, "after">
type Held = {
  key: string
  rows: readonly MonitorRow[]
  after: string | null
  hasMore: boolean
  /** Counts how often the list was read from its start. */
  readings: number
}

const fresh = { requestPolicy: "network-only" } as const

/**
 * The pages of the list read so far. With other filters the rows before stay until the first page arrives;
 * `isLoading` is true meanwhile.
 */
export function useMonitorList(variables: Variables) {
  const client = useClient()
  const { epoch } = useConnection()
  const key = JSON.stringify(variables)
  const [held, hold] = useState<Held | null>(null)
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(0)
  const isReadingMore = useRef(false)

  const readPage = useCallback(
    async (after: string | null) => {
      const turn = ++latest.current
      const wanted = { ...(JSON.parse(key) as Variables), after }
      const { data, error } = await client.query(MonitorPage, wanted, fresh).toPromise()
      // A later read has started; its response is newer.
      if (turn !== latest.current) return
      const page = data?.project?.monitors
      setError(error === undefined ? null : errorInWords(error))
      if (page === undefined) return
      const found = page.edges.map(({ node }) => node)
      // Many rows: a key or a click is handled before they are drawn.
      startTransition(() =>
        hold((before) => ({
          key,
          rows: after === null ? found : [...(before?.rows ?? []), ...found],
          after: page.pageInfo.endCursor,
          hasMore: page.pageInfo.hasNextPage,
          readings: (before?.readings ?? 0) + (after === null ? 1 : 0),
        })),
      )
    },
    [client, key],
  )
  const again = useCallback(() => void readPage(null), [readPage])
  useEffect(again, [again, epoch])

  const isCurrent = held?.key === key
  const more = useCallback(async () => {
    if (!isCurrent || !held.hasMore || isReadingMore.current) return
    isReadingMore.current = true
    await readPage(held.after)
    isReadingMore.current = false
  }, [held, isCurrent, readPage])

  const deleted = useDeleted(again)
  const rows = useMemo(() => held?.rows.filter(({ id }) => !deleted.has(id)), [held, deleted])
  return {
    rows,
    /** Rows that are left out because they are being deleted. */
    hidden: (held?.rows.length ?? 0) - (rows?.length ?? 0),
    readings: held?.readings ?? 0,
    hasMore: held?.hasMore === true,
    isLoading: !isCurrent && error === null,
    error,
    again,
    more: () => void more(),
  }
}
