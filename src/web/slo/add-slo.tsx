import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { CreateSlo, MonitorName } from "./slo-documents.ts"
import { emptyDraft, objectiveOf } from "./slo-draft.ts"
import { SloForm } from "./slo-form.tsx"

export { EditSlo } from "./edit-slo.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/slos/new")

export function AddSlo(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { service, monitor } = route.useSearch()
  const navigate = useNavigate()
  const create = useChange(CreateSlo)
  const back = { label: "SLOs", ...pages.slos } as const
  const first = useRead(MonitorName, { id: monitor ?? "" }, { pause: monitor === undefined })
  const named = first.data?.monitor
  return (
    <FormPage
      title="New SLO"
      needs={["monitors:write"]}
      back={back}
      isWaiting={monitor !== undefined && first.isFirst}
    >
      {(cancel) => (
        <SloForm
          begun={{
            ...emptyDraft,
            ...(service === undefined ? {} : { indicator: "SERVICE", service }),
            monitorIds: named ? [named.id] : [],
          }}
          chosen={named ? [named] : []}
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
