import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { CreatePolicy, Policies } from "./policy-documents.ts"
import type { PolicyInput } from "./policy-form.tsx"
import { PolicyForm } from "./policy-form.tsx"
import "./on-call.css"

export function AddPolicy(): ReactNode {
  const { id: projectId, may } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreatePolicy)
  const { data, isFirst } = useRead(Policies, { projectId })
  const send = async (input: PolicyInput) => {
    const made = await create.run({ projectId, ...input })
    if (made === null) return
    await navigate({
      to: "/projects/$projectId/on-call/policies/$policyId",
      params: { projectId, policyId: made.createOnCallPolicy.id },
      replace: true,
    })
  }
  if (!may("on_call:write")) return <NoAccess label="Create policy" needs={["on_call:write"]} />
  if (isFirst) return <PageWaiting title="Create policy" />
  const back = { to: "/projects/$projectId/on-call/policies", params: { projectId } } as const
  return (
    <>
      <PageHead title="Create policy" back={{ label: "Policies", ...back }} />
      <PolicyForm
        isFirst={data?.project?.onCallPolicies.edges.length === 0}
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
