import { useState } from "react"
import { useClient, type TypedDocumentNode } from "urql"
import { errorInWords, useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { foldGroups } from "../ui/fold-groups.ts"
import { toast } from "../ui/toast.tsx"
import type { ProblemGroup } from "./group-documents.ts"

type Page<Row> = {
  edges: readonly { node: Row }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

type Documents<Data, RowData, Variables, Row> = {
  groups: TypedDocumentNode<Data, { projectId: string }>
  pick(data: Data): readonly ProblemGroup[] | undefined
  rows: TypedDocumentNode<RowData, Variables>
  pickRows(data: RowData): Page<Row> | undefined
}

const none: readonly ProblemGroup[] = []

/** Groups of a list by cause, and the rows of those that are open. @param isOn false to show the rows alone. */
export function useGroups<
  Data,
  RowData,
  Variables extends { projectId: string; ids?: string[] | null; after?: string | null },
  Row extends { id: string },
>(
  documents: Documents<Data, RowData, Variables, Row>,
  rows: readonly Row[] | undefined,
  isOn: boolean,
) {
  const { id: projectId } = useProject()
  const client = useClient()
  const [opened, setOpened] = useState<ReadonlyMap<string, readonly Row[]>>(new Map())
  const read = useRead(documents.groups, { projectId }, { pause: !isOn })
  const againSoon = useRefresh(read.again)
  const groups = (isOn && read.data && documents.pick(read.data)) || none

  async function readRows(ids: readonly string[]): Promise<Row[] | null> {
    const found: Row[] = []
    let after: string | null = null
    do {
      const variables = { projectId, ids: [...ids], after } as Variables
      const { data, error } = await client
        .query(documents.rows, variables, { requestPolicy: "network-only" })
        .toPromise()
      const page: Page<Row> | undefined = data && documents.pickRows(data)
      if (page === undefined) {
        if (error !== undefined) toast(errorInWords(error), { isBad: true })
        return null
      }
      found.push(...page.edges.map(({ node }) => node))
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after !== null)
    return found
  }
  const set = (key: string, shown: readonly Row[] | null) =>
    setOpened((before) => {
      const next = new Map(before)
      if (shown === null) next.delete(key)
      else next.set(key, shown)
      return next
    })

  return {
    groups,
    lines: foldGroups(rows ?? [], groups, opened),
    isOpen: (key: string) => opened.has(key),
    async toggle({ key, ids }: ProblemGroup) {
      if (opened.has(key)) return set(key, null)
      // What the list has is shown at once.
      set(key, [])
      set(key, await readRows(ids))
    },
    againSoon,
    async again() {
      read.again()
      for (const { key, ids } of groups.filter((group) => opened.has(group.key))) {
        set(key, await readRows(ids))
      }
    },
  }
}
