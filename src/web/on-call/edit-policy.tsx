import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { Policy, UpdatePolicy } from "./policy-documents.ts"
import { PolicyForm, type PolicyInput } from "./policy-form.tsx"
import "./on-call.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/policies/$policyId/edit")

export function EditPolicy(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { policyId } = route.useParams()
  const navigate = useNavigate()
  const read = useRead(Policy, { id: policyId, projectId })
  const update = useChange(UpdatePolicy)
  const item = read.data?.onCallPolicy
  const page = pages.policy(policyId)
  const send = async (input: PolicyInput) => {
    if ((await update.run({ id: policyId, ...input })) === null) return
    toast("Policy saved.")
    await navigate({ ...page, replace: true })
  }
  const back = { label: item?.name ?? "Policy", ...page }
  return (
    <EditPage noun="policy" needs={["on_call:write"]} read={read} item={item} back={back}>
      {(policy, cancel) => (
        <PolicyForm
          policy={policy}
          refusal={update.refusal}
          isBusy={update.isRunning}
          cancel={cancel}
          onSend={send}
        />
      )}
    </EditPage>
  )
}
