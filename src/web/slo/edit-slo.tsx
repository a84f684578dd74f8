import { useNavigate, useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { ButtonLink, Submit } from "../ui/button.tsx"
import { Empty, Failed, PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import type { SloSettings } from "./slo-documents.ts"
import { SloToEdit } from "./slo-documents.ts"
import { UpdateSlo } from "./slo-mutations.ts"
import { changesOf, draftOf } from "./slo-draft.ts"
import { SloForm } from "./slo-form.tsx"
import { usePreview } from "./use-preview.ts"

export function EditSlo(): ReactNode {
  const { sloId } = useParams({ from: "/signed-in/frame/projects/$projectId/slos/$sloId/edit" })
  const { id: projectId, may } = useProject()
  const { data, error, isFirst, again } = useRead(SloToEdit, { id: sloId })
  if (isFirst) return <PageWaiting title="Edit SLO" />
  if (!data?.slo || !may("monitors:write")) {
    if (error !== null) return <Failed message={error} onAgain={again} />
    return (
      <Empty title={data?.slo ? "You can only view this SLO" : "SLO not found"}>
        <ButtonLink to="/projects/$projectId/slos" params={{ projectId }}>
          All SLOs
        </ButtonLink>
      </Empty>
    )
  }
  return <Edit key={data.slo.id} slo={data.slo} />
}

function Edit({ slo }: { slo: SloSettings }) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateSlo)
  const [draft, setDraft] = useState(() => draftOf(slo))
  const preview = usePreview(draft)
  const page = {
    to: "/projects/$projectId/slos/$sloId",
    params: { projectId, sloId: slo.id },
  } as const
  const save = async () => {
    const changes = changesOf(draft, preview.preview)
    if ((await update.run({ id: slo.id, ...changes })) === null) return
    toast(`${draft.name}: saved`)
    await navigate({ ...page, replace: true })
  }
  return (
    <>
      <PageHead title={`Edit ${slo.name}`} back={{ label: slo.name, ...page }} />
      <SloForm
        draft={draft}
        set={(more) => setDraft((before) => ({ ...before, ...more }))}
        preview={preview}
        refusal={update.refusal}
        chosen={slo.monitors}
        isNew={false}
        foot={
          <>
            <Submit isBusy={update.isRunning}>Save</Submit>
            <ButtonLink {...page}>Cancel</ButtonLink>
          </>
        }
        onSave={() => void save()}
      />
    </>
  )
}
