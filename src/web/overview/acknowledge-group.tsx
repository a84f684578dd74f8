import { useBulk } from "../incident/use-bulk.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import type { ProblemGroup } from "./overview-documents.ts"

/** The server changes no more at once. */
const mostChanged = 1000

/** Acknowledges the open alerts of a group's monitors as one. */
export function AcknowledgeGroup({ group: { ids } }: { group: ProblemGroup }) {
  const { may } = useProject()
  const filter = { monitorIds: ids.slice(0, mostChanged), isOpen: true }
  const bulk = useBulk({ noun: "alert", selection: { filter } }, () => undefined)
  if (!may("alerts:write")) return null
  return (
    <Button isBusy={bulk.isRunning} onClick={bulk.acknowledge}>
      Acknowledge
    </Button>
  )
}
