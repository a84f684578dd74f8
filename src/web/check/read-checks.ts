import { useMemo, useState } from "react"
import { useClient } from "urql"
import { errorInWords, useRead } from "../live/live-read.ts"
import { CheckPages, type CheckRow } from "./check-documents.ts"

type Asked = { id: string; from: string; to: string; statuses: CheckRow["status"][] | null }
type PageInfo = { hasNextPage: boolean; endCursor: string | null }

/** Checks of a range, newest first: the first page with the stream's checks, then further pages on request. */
export function useChecks(asked: Asked, live: readonly CheckRow[]) {
  const client = useClient()
  const { data, error, isFirst, again } = useRead(CheckPages, asked)
  const [older, setOlder] = useState<CheckRow[]>([])
  const [last, setLast] = useState<PageInfo | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const page = data?.monitor?.checks
  const info = last ?? page?.pageInfo
  const { from, to, statuses } = asked
  const rows = useMemo(() => {
    if (page === undefined) return undefined
    const isAsked = ({ startedAt, status }: CheckRow) =>
      startedAt >= from && startedAt < to && (statuses === null || statuses.includes(status))
    const first = page.edges.map(({ node }) => node)
    const newest = first[0]?.startedAt ?? ""
    const fresh = live.filter((check) => isAsked(check) && check.startedAt > newest)
    return [...fresh, ...first, ...older]
  }, [page, live, older, from, to, statuses])

  async function load() {
    setLoading(true)
    const { data: found, error: fault } = await client
      .query(
        CheckPages,
        { ...asked, after: info?.endCursor ?? null },
        { requestPolicy: "network-only" },
      )
      .toPromise()
    setLoading(false)
    setFailure(fault === undefined ? null : errorInWords(fault))
    const more = found?.monitor?.checks
    if (more === undefined) return
    setOlder((before) => [...before, ...more.edges.map(({ node }) => node)])
    setLast(more.pageInfo)
  }
  return {
    rows,
    isFirst,
    error: failure ?? error,
    again,
    isLoading,
    more: info?.hasNextPage === true ? () => void load() : null,
  }
}
