import { useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useDeleteLater } from "../live/delete-later.ts"
import { DeleteMonitor } from "../monitor/monitor-documents.ts"
import { useProject } from "../project/project-context.ts"
import { AskDependents } from "./ask-dependents.tsx"

/** Deletes a monitor, which its toast can undo, and asks first if something depends on it. */
export function useDelete({ id, name }: { id: string; name: string }): {
  start(): void
  dialog: ReactNode
} {
  const { id: projectId, pages } = useProject()
  const navigate = useNavigate()
  const deleteLater = useDeleteLater(DeleteMonitor)
  const [isAsking, setAsking] = useState(false)
  const remove = () => {
    const path = `/projects/${projectId}/monitors`
    deleteLater({ ids: [id], variables: { id }, said: `${name}: deleted`, path })
    void navigate({ ...pages.monitors, replace: true })
  }
  return {
    start: () => setAsking(true),
    dialog: isAsking && (
      <AskDependents
        ids={[id]}
        title={`Delete ${name}?`}
        onYes={() => {
          setAsking(false)
          remove()
        }}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
