import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useMemo } from "react"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Failed, PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { Rotation, UpdateRotation } from "./rotation-documents.ts"
import type { RotationInput } from "./rotation-form.tsx"
import { RotationForm } from "./rotation-form.tsx"
import "./on-call.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/rotations/$rotationId/edit")
const minuteMs = 60_000

export function EditRotation(): ReactNode {
  const { id: projectId, may } = useProject()
  const { rotationId } = route.useParams()
  const navigate = useNavigate()
  const window = useMemo(() => {
    const now = Date.now()
    return { from: new Date(now).toISOString(), until: new Date(now + minuteMs).toISOString() }
  }, [])
  const { data, error, isFirst, again } = useRead(Rotation, { id: rotationId, ...window })
  const update = useChange(UpdateRotation)
  const rotation = data?.rotation
  const back = {
    to: "/projects/$projectId/on-call/rotations/$rotationId",
    params: { projectId, rotationId },
  } as const
  const send = async (input: RotationInput) => {
    if ((await update.run({ id: rotationId, ...input })) === null) return
    toast("Rotation saved.")
    await navigate({ ...back, replace: true })
  }
  if (!may("on_call:write")) return <NoAccess label="Edit rotation" needs={["on_call:write"]} />
  if (isFirst) return <PageWaiting title="Edit rotation" />
  return (
    <>
      <PageHead title="Edit rotation" back={{ label: rotation?.name ?? "Rotation", ...back }} />
      {rotation ? (
        <RotationForm
          rotation={rotation}
          refusal={update.refusal}
          isBusy={update.isRunning}
          cancel={
            <ButtonLink variant="quiet" {...back}>
              Cancel
            </ButtonLink>
          }
          onSend={(input) => void send(input)}
        />
      ) : (
        <Failed message={error ?? "Rotation not found."} onAgain={again} />
      )}
    </>
  )
}
