import { useEffect, useRef, useState } from "react"
import { useClient } from "urql"
import { readDependents, type Dependents } from "../monitor/dependents-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Confirm } from "../ui/dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { DependentKinds } from "./dependents.tsx"

type Props = { ids: readonly string[]; title: string; onYes(): void; onClose(): void }

/** Goes on at once unless something else uses the monitors; then it is listed and asked first. */
export function AskDependents({ ids, title, onYes, onClose }: Props) {
  const { id: projectId } = useProject()
  const client = useClient()
  const [found, setFound] = useState<Dependents | null>(null)
  const latest = useRef({ onYes, onClose })
  useEffect(() => {
    latest.current = { onYes, onClose }
  })
  useEffect(() => {
    let isOpen = true
    const look = async () => {
      const { dependents, error } = await readDependents(client, projectId, ids)
      if (!isOpen) return
      if (error !== null) {
        toast(error, { isBad: true })
        latest.current.onClose()
      } else if (Object.values(dependents).every(({ length }) => length === 0)) {
        latest.current.onYes()
      } else setFound(dependents)
    }
    void look()
    return () => {
      isOpen = false
    }
  }, [client, projectId, ids.join()])
  if (found === null) return null
  return (
    <Confirm
      title={title}
      text={
        ids.length === 1
          ? "The following uses this monitor and goes on without it."
          : "The following uses these monitors and goes on without them."
      }
      verb="Delete"
      onYes={onYes}
      onClose={onClose}
    >
      <dl className="dependents">
        <DependentKinds of={found} />
      </dl>
    </Confirm>
  )
}
