import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Failed, PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { Policy, UpdatePolicy } from "./policy-documents.ts"
import type { PolicyInput } from "./policy-form.tsx"
import { PolicyForm } from "./policy-form.tsx"
import "./on-call.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/policies/$policyId/edit")

export function EditPolicy(): ReactNode {
  const { id: projectId, may } = useProject()
  const { policyId } = route.useParams()
  const navigate = useNavigate()
  const { data, error, isFirst, again } = useRead(Policy, { id: policyId, projectId })
  const update = useChange(UpdatePolicy)
  const policy = data?.onCallPolicy
  const back = {
    to: "/projects/$projectId/on-call/policies/$policyId",
    params: { projectId, policyId },
  } as const
  const send = async (input: PolicyInput) => {
    if ((await update.run({ id: policyId, ...input })) === null) return
    toast("Policy saved.")
    await navigate({ ...back, replace: true })
  }
  if (!may("on_call:write")) return <NoAccess label="Edit policy" needs={["on_call:write"]} />
  if (isFirst) return <PageWaiting title="Edit policy" />
  return (
    <>
      <PageHead title="Edit policy" back={{ label: policy?.name ?? "Policy", ...back }} />
      {policy ? (
        <PolicyForm
          policy={policy}
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
        <Failed message={error ?? "Policy not found."} onAgain={again} />
      )}
    </>
  )
}
