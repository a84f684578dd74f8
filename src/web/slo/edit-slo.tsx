import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { SloToEdit, UpdateSlo } from "./slo-documents.ts"
import { changesOf, draftOf } from "./slo-draft.ts"
import { SloForm } from "./slo-form.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/slos/$sloId/edit")

export function EditSlo(): ReactNode {
  const { pages } = useProject()
  const { sloId: id } = route.useParams()
  const navigate = useNavigate()
  const read = useRead(SloToEdit, { id })
  const update = useChange(UpdateSlo)
  const item = read.data?.slo
  const page = pages.slo(id)
  const back = { label: item?.name ?? "SLO", ...page }
  return (
    <EditPage noun="SLO" needs={["monitors:write"]} read={read} item={item} back={back}>
      {(slo, cancel) => (
        <SloForm
          key={id}
          begun={draftOf(slo)}
          isNew={false}
          chosen={slo.monitors}
          change={update}
          cancel={cancel}
          onSave={async (draft, preview) => {
            const changes = changesOf(draft, preview)
            if ((await update.run({ id, ...changes })) === null) return
            toast(`${draft.name}: saved`)
            await navigate({ ...page, replace: true })
          }}
        />
      )}
    </EditPage>
  )
}
