import { useState } from "react"
import { AcknowledgeGroup } from "./acknowledge-group.tsx"
import { GroupLine } from "../incident/group-line.tsx"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Failed, Waiting } from "../ui/empty.tsx"
import { ProblemsOfGroup } from "./group-documents.ts"
import type { ProblemGroup } from "./overview-documents.ts"
import { ProblemLine } from "./status-now.tsx"

/** Problems with a common cause, each group in one line that opens to its monitors. */
export function ProblemGroups({ groups }: { groups: ProblemGroup[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => setOpen((before) => before.symmetricDifference(new Set([key])))
  return (
    <ul className="rows problem-groups" aria-label="Problems by cause">
      {groups.map((group) => (
        <li key={group.key}>
          <GroupLine
            group={group}
            noun="monitor"
            isOpen={open.has(group.key)}
            onToggle={() => toggle(group.key)}
          >
            <AcknowledgeGroup group={group} />
          </GroupLine>
          {open.has(group.key) && <Members group={group} />}
        </li>
      ))}
    </ul>
  )
}

const mostShown = 100

function Members({ group: { ids } }: { group: ProblemGroup }) {
  const { id: projectId } = useProject()
  const monitorIds = ids.slice(0, mostShown)
  const { data, error, again } = useRead(ProblemsOfGroup, { projectId, monitorIds })
  const problems = data?.project?.overview.problems
  if (problems === undefined) {
    return error === null ? <Waiting rows={3} /> : <Failed message={error} onAgain={again} />
  }
  return (
    <ul className="rows problems problem-members">
      {problems.map((problem) => (
        <ProblemLine key={problem.monitorId} problem={problem} />
      ))}
    </ul>
  )
}
