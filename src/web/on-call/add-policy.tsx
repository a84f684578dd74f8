import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { CreatePolicy, Policies } from "./policy-documents.ts"
import { PolicyForm, type PolicyInput } from "./policy-form.tsx"
import "./on-call.css"

export { EditPolicy } from "./edit-policy.tsx"

export function AddPolicy(): ReactNode {
  const { id: projectId, pages } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreatePolicy)
  const { data, isFirst } = useRead(Policies, { projectId })
  const send = async (input: PolicyInput) => {
    const made = await create.run({ projectId, ...input })
    if (made === null) return
    await navigate({ ...pages.policy(made.createOnCallPolicy.id), replace: true })
  }
  const back = { label: "Policies", ...pages.policies }
  return (
    <FormPage title="Create policy" needs={["on_call:write"]} back={back} isWaiting={isFirst}>
      {(cancel) => (
        <PolicyForm
          isFirst={data?.project?.onCallPolicies.edges.length === 0}
          refusal={create.refusal}
          isBusy={create.isRunning}
          cancel={cancel}
          onSend={send}
        />
      )}
    </FormPage>
  )
}
