import type { ResultOf } from "../graphql.ts"
import { announce } from "../ui/announce.tsx"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "./project-context.ts"
import { AlertCounted, CountsOfProject, IncidentCounted } from "./count-documents.ts"
import { titleOf } from "../ui/title-of.ts"

export type Counts = NonNullable<ResultOf<typeof CountsOfProject>["project"]>["counts"]

/** Counts of open objects in a project, read again after each change of an incident or an alert. */
export function useCounts(projectId: string): Counts | undefined {
  const { data, again } = useRead(CountsOfProject, { id: projectId })
  const { may } = useProject()
  const countSoon = useRefresh(again)

  useFollow(
    IncidentCounted,
    { projectId },
    ({ incidentChanged: { incident, isSnapshot } }) => ({ ...incident, isSnapshot }),
    {
      pause: !may("incidents:read"),
      onRows(rows) {
        const changed = rows.filter(({ isSnapshot }) => !isSnapshot)
        for (const { number, state, ...titled } of changed) {
          announce(`Incident ${number}, ${titleOf(titled)}: ${state.label}`)
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
      pause: !may("alerts:read"),
      onRows(rows) {
        if (rows.some(({ isSnapshot }) => !isSnapshot)) countSoon()
      },
    },
  )
  return data?.project?.counts
}
