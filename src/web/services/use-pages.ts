import { useState } from "react"
import { useClient, type AnyVariables, type TypedDocumentNode } from "urql"
import { errorInWords, useRead } from "../live/live-read.ts"

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null }
type Further<Row> = { key: string; rows: Row[]; nextCursor: string | null; failure: string | null }

/** A list whose first page is read at once and whose others when `more` is called. */
export function usePages<Data, Row, Variables extends AnyVariables & { after?: string | null }>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, "after">,
  pick: (data: Data) => Page<Row> | undefined,
) {
  const client = useClient()
  const key = JSON.stringify(variables)
  const [held, hold] = useState<Further<Row> | null>(null)
  const [isLoading, setLoading] = useState(false)
  const first = useRead(document, variables as Variables)
  const page = first.data === undefined ? undefined : pick(first.data)
  const further = held?.key === key ? held : null
  const nextCursor = further === null ? (page?.nextCursor ?? null) : further.nextCursor

  async function load() {
    if (nextCursor === null || isLoading) return
    setLoading(true)
    const { data, error } = await client
      .query(document, { ...variables, after: nextCursor } as unknown as Variables, {
        requestPolicy: "network-only",
      })
      .toPromise()
    setLoading(false)
    const found = data === undefined ? undefined : pick(data)
    hold({
      key,
      rows: [...(further?.rows ?? []), ...(found?.rows ?? [])],
      nextCursor: found === undefined ? nextCursor : found.nextCursor,
      failure: error === undefined ? null : errorInWords(error),
    })
  }

  return {
    rows: page && [...page.rows, ...(further?.rows ?? [])],
    error: further?.failure ?? first.error,
    hasMore: nextCursor !== null,
    more: () => void load(),
    again: first.again,
  }
}
