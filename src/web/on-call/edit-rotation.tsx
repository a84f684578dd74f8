import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useMemo, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { Rotation, UpdateRotation } from "./rotation-documents.ts"
import { RotationForm, type RotationInput } from "./rotation-form.tsx"
import "./on-call.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/rotations/$rotationId/edit")
const minuteMs = 60_000

export function EditRotation(): ReactNode {
  const { pages } = useProject()
  const { rotationId } = route.useParams()
  const navigate = useNavigate()
  const window = useMemo(() => {
    const now = Date.now()
    return { from: new Date(now).toISOString(), until: new Date(now + minuteMs).toISOString() }
  }, [])
  const read = useRead(Rotation, { id: rotationId, ...window })
  const update = useChange(UpdateRotation)
  const item = read.data?.rotation
  const page = pages.rotation(rotationId)
  const send = async (input: RotationInput) => {
    if ((await update.run({ id: rotationId, ...input })) === null) return
    toast("Rotation saved.")
    await navigate({ ...page, replace: true })
  }
  const back = { label: item?.name ?? "Rotation", ...page }
  return (
    <EditPage noun="rotation" needs={["on_call:write"]} read={read} item={item} back={back}>
      {(rotation, cancel) => (
        <RotationForm
          rotation={rotation}
          refusal={update.refusal}
          isBusy={update.isRunning}
          cancel={cancel}
          onSend={send}
        />
      )}
    </EditPage>
  )
}
