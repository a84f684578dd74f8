import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { EditPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { draftOfSeries, ruleInput } from "./maintenance-draft.ts"
import { MaintenanceForm, type Sent } from "./maintenance-form.tsx"
import { OneSeries, UpdateSeries, type SeriesView } from "./series-documents.ts"
import { planNeeds } from "./plan-needs.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/series/$seriesId/edit")

export function EditSeries(): ReactNode {
  const { pages } = useProject()
  const { seriesId: id } = route.useParams()
  const read = useRead(OneSeries, { id })
  const item = read.data?.maintenanceSeries
  return (
    <EditPage
      noun="series"
      needs={planNeeds}
      read={read}
      item={item}
      back={{ label: item?.title ?? "Maintenance", ...pages.series(id) }}
      sub={"Its future windows change too, except those changed or skipped individually."}
    >
      {(series, cancel) => <Edit key={id} series={series} cancel={cancel} />}
    </EditPage>
  )
}

function Edit({ series, cancel }: { series: SeriesView; cancel: ReactNode }) {
  const { pages } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateSeries)
  const { id, monitors = [] } = series
  const send = async ({ draft, monitorIds }: Sent) => {
    const { title, description, rule, notices } = draft
    const values = { title, description, monitorIds, ...notices, ...ruleInput(rule) }
    if ((await update.run({ id, ...values })) === null) return
    toast("Series saved")
    await navigate({ ...pages.series(id), replace: true })
  }
  return (
    <MaintenanceForm
      draft={draftOfSeries(series)}
      repeats
      monitors={monitors}
      verb="Save"
      refusal={update.refusal}
      isBusy={update.isRunning}
      cancel={cancel}
      onSend={send}
    />
  )
}
