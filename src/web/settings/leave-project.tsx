import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { Part } from "./part.tsx"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { useProject } from "../project/project-context.ts"
import { LeaveProject, MyProjects } from "../project/project-documents.ts"

/** After the viewer has left or deleted a project: reads the rest again and opens the first. */
export function useExit(): () => Promise<void> {
  const client = useClient()
  const navigate = useNavigate()
  return async () => {
    await client.query(MyProjects, {}, { requestPolicy: "network-only" }).toPromise()
    await navigate({ to: "/", replace: true })
  }
}

export function LeavePart() {
  const { id: projectId, name } = useProject()
  const leave = useChange(LeaveProject)
  const exit = useExit()
  const [isAsking, setAsking] = useState(false)
  const onYes = async () => {
    if ((await leave.run({ projectId })) !== null) await exit()
  }
  return (
    <Part
      title="Leave project"
      text="You lose access at once. The last owner of a project cannot leave it."
      side={<Button onClick={() => setAsking(true)}>Leave…</Button>}
    >
      {isAsking && (
        <Confirm
          title={`Leave ${name}?`}
          text="You lose access to its monitors, incidents and settings, and your open pages go to the next person. You need an invitation to come back."
          verb="Leave project"
          change={leave}
          onYes={() => void onYes()}
          onClose={() => setAsking(false)}
        />
      )}
    </Part>
  )
}
