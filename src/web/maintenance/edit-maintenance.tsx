import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { OneMaintenance, UpdateMaintenance, type MaintenanceView } from "./maintenance-documents.ts"
import { draftOfWindow } from "./maintenance-draft.ts"
import { MaintenanceForm, type Sent } from "./maintenance-form.tsx"
import { planNeeds } from "./plan-needs.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/$maintenanceId/edit")

export function EditMaintenance(): ReactNode {
  const { pages } = useProject()
  const { maintenanceId: id } = route.useParams()
  const read = useRead(OneMaintenance, { id })
  const item = read.data?.maintenance
  return (
    <EditPage
      noun="maintenance"
      needs={planNeeds}
      read={read}
      item={item}
      back={{ label: item?.title ?? "Maintenance", ...pages.maintenance(id) }}
      sub={
        item?.series
          ? "Only this window changes; later changes of its series no longer apply to it."
          : undefined
      }
    >
      {(window, cancel) => <Edit key={id} window={window} cancel={cancel} />}
    </EditPage>
  )
}

function Edit({ window, cancel }: { window: MaintenanceView; cancel: ReactNode }) {
  const { pages } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateMaintenance)
  // What can be edited is decided when the form opens; the server refuses the rest.
  const [isBegun] = useState(() => Date.parse(window.startsAt) <= Date.now())
  const { id } = window
  const send = async ({ draft, monitorIds }: Sent) => {
    const { title, description, startsAt, endsAt, notices } = draft
    const done = await update.run({
      id,
      title,
      description,
      endsAt,
      ...(isBegun ? {} : { startsAt, monitorIds, ...notices }),
    })
    if (done === null) return
    toast("Maintenance saved")
    await navigate({ ...pages.maintenance(id), replace: true })
  }
  return (
    <MaintenanceForm
      draft={draftOfWindow(window)}
      repeats={false}
      monitors={window.monitors?.edges.map(({ node }) => node) ?? []}
      isBegun={isBegun}
      verb="Save"
      refusal={update.refusal}
      isBusy={update.isRunning}
      cancel={cancel}
      onSend={send}
    />
  )
}
