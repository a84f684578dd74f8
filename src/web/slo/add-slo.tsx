import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink, Submit } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { CreateSlo } from "./slo-mutations.ts"
import type { SloDraft } from "./slo-draft.ts"
import { emptyDraft, objectiveOf } from "./slo-draft.ts"
import { SloForm } from "./slo-form.tsx"
import { usePreview } from "./use-preview.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/slos/new")

export function AddSlo(): ReactNode {
  const { id: projectId, may } = useProject()
  const { service } = route.useSearch()
  const navigate = useNavigate()
  const create = useChange(CreateSlo)
  const [draft, setDraft] = useState<SloDraft>(
    service === undefined ? emptyDraft : { ...emptyDraft, indicator: "SERVICE", service },
  )
  const preview = usePreview(draft)
  const save = async () => {
    const { name, description, policyId } = draft
    const made = await create.run({
      projectId,
      name,
      description,
      policyId,
      ...objectiveOf(draft),
    })
    if (made === null) return
    toast(`${name}: created`)
    await navigate({
      to: "/projects/$projectId/slos/$sloId",
      params: { projectId, sloId: made.createSlo.id },
      replace: true,
    })
  }
  if (!may("monitors:write")) return <NoAccess label="New SLO" needs={["monitors:write"]} />
  return (
    <>
      <PageHead
        title="New SLO"
        back={{ label: "SLOs", to: "/projects/$projectId/slos", params: { projectId } }}
      />
      <SloForm
        draft={draft}
        set={(more) => setDraft((before) => ({ ...before, ...more }))}
        preview={preview}
        refusal={create.refusal}
        isNew
        foot={
          <>
            <Submit isBusy={create.isRunning}>Create SLO</Submit>
            <ButtonLink to="/projects/$projectId/slos" params={{ projectId }}>
              Cancel
            </ButtonLink>
          </>
        }
        onSave={() => void save()}
      />
    </>
  )
}
