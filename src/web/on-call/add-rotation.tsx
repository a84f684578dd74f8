import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { CreateRotation } from "./rotation-documents.ts"
import { RotationForm, type RotationInput } from "./rotation-form.tsx"
import "./on-call.css"

export { EditRotation } from "./edit-rotation.tsx"

export function AddRotation(): ReactNode {
  const { id: projectId, pages } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateRotation)
  const send = async (input: RotationInput) => {
    const made = await create.run({ projectId, ...input })
    if (made === null) return
    await navigate({ ...pages.rotation(made.createRotation.id), replace: true })
  }
  const back = { label: "Rotations", ...pages.rotations }
  return (
    <FormPage title="Create rotation" needs={["on_call:write"]} back={back}>
      {(cancel) => (
        <RotationForm
          refusal={create.refusal}
          isBusy={create.isRunning}
          cancel={cancel}
          onSend={send}
        />
      )}
    </FormPage>
  )
}
