import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { CreateSlo } from "./slo-documents.ts"
import { emptyDraft, objectiveOf } from "./slo-draft.ts"
import { SloForm } from "./slo-form.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/slos/new")

export function AddSlo(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { service } = route.useSearch()
  const navigate = useNavigate()
  const create = useChange(CreateSlo)
  const back = { label: "SLOs", ...pages.slos } as const
  return (
    <FormPage title="New SLO" needs={["monitors:write"]} back={back}>
      {(cancel) => (
        <SloForm
          begun={
            service === undefined ? emptyDraft : { ...emptyDraft, indicator: "SERVICE", service }
          }
          change={create}
          cancel={cancel}
          onSave={async (draft) => {
            const { name, description, policyId } = draft
            const objective = objectiveOf(draft)
            const made = await create.run({ projectId, name, description, policyId, ...objective })
            if (made === null) return
            toast(`${name}: created`)
            await navigate({ ...pages.slo(made.createSlo.id), replace: true })
          }}
        />
      )}
    </FormPage>
  )
}
