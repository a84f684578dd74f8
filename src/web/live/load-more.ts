import { useState } from "react"
import { useClient, type TypedDocumentNode } from "urql"
import { errorInWords, useRead } from "./live-read.ts"

type Connection<Row> = {
  edges: readonly { node: Row }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

type Loaded<Row> = { key: string; rows: Row[]; info: Connection<Row>["pageInfo"] | null }

/** A list that starts with its first page and loads further ones on request. */
export function useMore<Data, Row, Variables extends { after?: string | null }>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, "after">,
  pick: (data: Data) => Connection<Row> | undefined,
) {
  const client = useClient()
  // What was loaded for other variables, such as another filter, is not shown.
  const key = JSON.stringify(variables)
  const [loaded, setLoaded] = useState<Loaded<Row>>({ key, rows: [], info: null })
  const { rows: older, info: last } = loaded.key === key ? loaded : { rows: [], info: null }
  const [failure, setFailure] = useState<string | null>(null)
  const first = useRead(document, variables as Variables)
  const page = first.data === undefined ? undefined : pick(first.data)
  const info = last ?? page?.pageInfo

  async function load() {
    const after = info?.endCursor ?? null
    const { data, error } = await client
      .query(document, { ...variables, after } as Variables, { requestPolicy: "network-only" })
      .toPromise()
    setFailure(error === undefined ? null : errorInWords(error))
    const found = data === undefined ? undefined : pick(data)
    if (found === undefined) return
    const rows = [...older, ...found.edges.map(({ node }) => node)]
    setLoaded({ key, rows, info: found.pageInfo })
  }

  return {
    /** The first page as read. */
    first: first.data,
    rows: page && [...page.edges.map(({ node }) => node), ...older],
    error: failure ?? first.error,
    /** True once further pages were loaded: then only the first is read again. */
    isExtended: older.length > 0,
    hasMore: info?.hasNextPage === true,
    more: () => void load(),
    again: first.again,
  }
}
