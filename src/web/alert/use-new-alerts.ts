import { useRef, useState } from "react"
import { useClient } from "urql"
import { useFollow } from "../live/follow.ts"
import { useRefresh } from "../live/refresh.ts"
import {
  AlertChanged,
  MatchingAlerts,
  type AlertRow,
  type AlertSelection,
} from "./alert-documents.ts"

/**
 * Follows the alerts of a project. An alert that changed but is not in the list may not match its filters: the server
 * is asked, and those that do match wait, so that the list does not move below the pointer.
 */
export function useNewAlerts(selection: AlertSelection, rows: readonly AlertRow[] | undefined) {
  const client = useClient()
  const changed = useRef(new Set<string>())
  const [matching, setMatching] = useState<readonly string[]>([])
  const shown = new Set(rows?.map(({ id }) => id))

  async function read() {
    if (changed.current.size === 0) return
    const { data } = await client
      .query(MatchingAlerts, selection, { requestPolicy: "network-only" })
      .toPromise()
    const edges = data?.project?.alerts.edges ?? []
    setMatching(edges.map(({ node }) => node.id).filter((id) => changed.current.has(id)))
  }
  const readSoon = useRefresh(() => void read())
  const live = useFollow(
    AlertChanged,
    { projectId: selection.projectId },
    ({ alertChanged: { alert, isSnapshot } }) => ({ ...alert, isSnapshot }),
    {
      onRows(events) {
        const unknown = events.filter(({ id, isSnapshot }) => !isSnapshot && !shown.has(id))
        for (const { id } of unknown) changed.current.add(id)
        if (unknown.length > 0) readSoon()
      },
    },
  )
  return {
    /** The latest state of each alert that changed. */
    live,
    waiting: matching.filter((id) => !shown.has(id)).length,
    clear() {
      changed.current = new Set()
      setMatching([])
    },
  }
}
