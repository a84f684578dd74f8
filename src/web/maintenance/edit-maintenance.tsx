import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Failed, PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import type { MaintenanceView } from "./maintenance-documents.ts"
import { OneMaintenance, UpdateMaintenance } from "./maintenance-documents.ts"
import { draftOfWindow } from "./maintenance-draft.ts"
import type { Sent } from "./maintenance-form.tsx"
import { MaintenanceForm } from "./maintenance-form.tsx"
import { NoMaintenance } from "./no-maintenance.tsx"
import { mayPlan, planNeeds } from "./plan-needs.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/$maintenanceId/edit")

export function EditMaintenance(): ReactNode {
  const { may } = useProject()
  const { maintenanceId: id } = route.useParams()
  const { data, error, isFirst, again } = useRead(OneMaintenance, { id })
  if (!mayPlan(may)) return <NoAccess label="Edit maintenance" needs={planNeeds} />
  if (isFirst) return <PageWaiting title="Edit maintenance" />
  if (error !== null && !data?.maintenance) return <Failed message={error} onAgain={again} />
  return data?.maintenance ? <Edit key={id} window={data.maintenance} /> : <NoMaintenance />
}

function Edit({ window }: { window: MaintenanceView }) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateMaintenance)
  // What can be edited is decided when the form opens; the server refuses the rest.
  const [isBegun] = useState(() => Date.parse(window.startsAt) <= Date.now())
  const { id, series } = window
  const back = {
    to: "/projects/$projectId/maintenances/$maintenanceId",
    params: { projectId, maintenanceId: id },
  } as const
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
    await navigate({ ...back, replace: true })
  }
  return (
    <>
      <PageHead
        title="Edit maintenance"
        back={{ label: window.title, ...back }}
        {...(series === null
          ? {}
          : {
              sub: "Only this window changes; later changes of its series no longer apply to it.",
            })}
      />
      <MaintenanceForm
        draft={draftOfWindow(window)}
        repeats={false}
        monitors={window.monitors?.edges.map(({ node }) => node) ?? []}
        isBegun={isBegun}
        verb="Save"
        refusal={update.refusal}
        isBusy={update.isRunning}
        cancel={
          <ButtonLink variant="quiet" {...back}>
            Cancel
          </ButtonLink>
        }
        onSend={(sent) => void send(sent)}
      />
    </>
  )
}
