import { useCallback, useEffect, useRef } from "react"
import type { ResultOf } from "../graphql.ts"
import { announce } from "../live/announce.tsx"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { AlertCounted, CountsOfProject, IncidentCounted } from "./count-documents.ts"

export type Counts = NonNullable<ResultOf<typeof CountsOfProject>["project"]>["counts"]

/** A status can change without an incident or an alert, for example while muted. */
const refreshMs = 30_000
/** Many changes at once cause few requests. */
const settleMs = 300

/** Counts of open objects in a project, read again after each change of an incident or an alert. */
export function useCounts(projectId: string): Counts | undefined {
  const { data, again } = useRead(CountsOfProject, { id: projectId })
  const count = useRef(again)
  useEffect(() => {
    count.current = again
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const countSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      count.current()
    }, settleMs)
  }, [])
  useEffect(() => {
    const interval = setInterval(() => {
      if (document.visibilityState === "visible") count.current()
    }, refreshMs)
    return () => {
      clearInterval(interval)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [])

  useFollow(
    IncidentCounted,
    { projectId },
    ({ incidentChanged: { incident, isSnapshot } }) => ({ ...incident, isSnapshot }),
    {
      onRows(rows) {
        const changed = rows.filter(({ isSnapshot }) => !isSnapshot)
        for (const { number, title, state } of changed) {
          announce(`Incident ${number}, ${title}: ${state.name}`)
        }
        if (changed.length > 0) countSoon()
      },
    },
  )
  useFollow(
    AlertCounted,
    { projectId },
    ({ alertChanged: { alert, isSnapshot } }) => ({ ...alert, isSnapshot }),
    {
      onRows(rows) {
        if (rows.some(({ isSnapshot }) => !isSnapshot)) countSoon()
      },
    },
  )
  return data?.project?.counts
}
