import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { CreateRotation } from "./rotation-documents.ts"
import type { RotationInput } from "./rotation-form.tsx"
import { RotationForm } from "./rotation-form.tsx"
import "./on-call.css"

export function AddRotation(): ReactNode {
  const { id: projectId, may } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateRotation)
  const send = async (input: RotationInput) => {
    const made = await create.run({ projectId, ...input })
    if (made === null) return
    await navigate({
      to: "/projects/$projectId/on-call/rotations/$rotationId",
      params: { projectId, rotationId: made.createRotation.id },
      replace: true,
    })
  }
  const back = { to: "/projects/$projectId/on-call/rotations", params: { projectId } } as const
  if (!may("on_call:write")) return <NoAccess label="Create rotation" needs={["on_call:write"]} />
  return (
    <>
      <PageHead title="Create rotation" back={{ label: "Rotations", ...back }} />
      <RotationForm
        refusal={create.refusal}
        isBusy={create.isRunning}
        cancel={
          <ButtonLink variant="quiet" {...back}>
            Cancel
          </ButtonLink>
        }
        onSend={(input) => void send(input)}
      />
    </>
  )
}
