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
import { draftOfSeries, ruleInput } from "./maintenance-draft.ts"
import type { Sent } from "./maintenance-form.tsx"
import { MaintenanceForm } from "./maintenance-form.tsx"
import { NoMaintenance } from "./no-maintenance.tsx"
import type { SeriesView } from "./series-documents.ts"
import { OneSeries, UpdateSeries } from "./series-documents.ts"
import { mayPlan, planNeeds } from "./plan-needs.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/series/$seriesId/edit")

export function EditSeries(): ReactNode {
  const { may } = useProject()
  const { seriesId: id } = route.useParams()
  const { data, error, isFirst, again } = useRead(OneSeries, { id })
  if (!mayPlan(may)) return <NoAccess label="Edit series" needs={planNeeds} />
  if (isFirst) return <PageWaiting title="Edit series" />
  if (error !== null && !data?.maintenanceSeries) return <Failed message={error} onAgain={again} />
  return data?.maintenanceSeries ? (
    <Edit key={id} series={data.maintenanceSeries} />
  ) : (
    <NoMaintenance />
  )
}

function Edit({ series }: { series: SeriesView }) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateSeries)
  const { id, title, monitors = [] } = series
  const back = {
    to: "/projects/$projectId/maintenances/series/$seriesId",
    params: { projectId, seriesId: id },
  } as const
  const send = async ({ draft, monitorIds }: Sent) => {
    const { title, description, rule, notices } = draft
    const values = { title, description, monitorIds, ...notices, ...ruleInput(rule) }
    if ((await update.run({ id, ...values })) === null) return
    toast("Series saved")
    await navigate({ ...back, replace: true })
  }
  return (
    <>
      <PageHead
        title="Edit series"
        back={{ label: title, ...back }}
        sub="Its future windows change too, except those changed or skipped individually."
      />
      <MaintenanceForm
        draft={draftOfSeries(series)}
        repeats
        monitors={monitors}
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
