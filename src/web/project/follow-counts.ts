import type { ResultOf } from "../graphql.ts"
import { announce } from "../ui/announce.tsx"
import { useChangeEvents } from "../live/events.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "./project-context.ts"
import { AlertCounted, CountsOfProject, IncidentCounted } from "./count-documents.ts"
import { titleOf } from "../ui/title-of.ts"

export type Counts = NonNullable<ResultOf<typeof CountsOfProject>["project"]>["counts"]

/** Counts of open objects in a project, read again after each change of an incident or an alert. */
export function useCounts(projectId: string): Counts | undefined {
  const { data, again } = useRead(CountsOfProject, { projectId })
  const { may } = useProject()
  const countSoon = useRefresh(again)

  useChangeEvents(
    IncidentCounted,
    { projectId },
    ({ incidentChanged }) => incidentChanged,
    (changes) => {
      for (const { incident } of changes) {
        announce(`Incident ${incident.number}, ${titleOf(incident)}: ${incident.state.label}`)
      }
      countSoon()
    },
    { pause: !may("incidents:read") },
  )
  useChangeEvents(AlertCounted, { projectId }, ({ alertChanged }) => alertChanged, countSoon, {
    pause: !may("alerts:read"),
  })
  return data?.project?.counts
}
