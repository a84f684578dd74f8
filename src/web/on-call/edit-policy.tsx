import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { EditPage, FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { Policies, Policy } from "./policy-documents.ts"
import { PolicyForm } from "./policy-form.tsx"
import "./on-call.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/policies/$policyId/edit")
const needs = ["on_call:write"]

export function AddPolicy(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { data, isFirst } = useRead(Policies, { projectId })
  const back = { label: "Policies", ...pages.policies }
  return (
    <FormPage title="Create policy" needs={needs} back={back} isWaiting={isFirst}>
      {(cancel) => (
        <PolicyForm isFirst={data?.project?.onCallPolicies.edges.length === 0} cancel={cancel} />
      )}
    </FormPage>
  )
}

export function EditPolicy(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { policyId: id } = route.useParams()
  const read = useRead(Policy, { id, projectId })
  const item = read.data?.onCallPolicy
  const back = { label: item?.name ?? "Policy", ...pages.policy(id) }
  return (
    <EditPage noun="policy" needs={needs} read={read} item={item} back={back}>
      {(policy, cancel) => <PolicyForm policy={policy} cancel={cancel} />}
    </EditPage>
  )
}
