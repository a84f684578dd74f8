import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { EditPage, FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { Segments } from "../ui/segments.tsx"
import { OneMaintenance } from "./maintenance-documents.ts"
import { draftOfSeries, draftOfWindow, newDraft } from "./maintenance-draft.ts"
import { MaintenanceForm } from "./maintenance-form.tsx"
import { OneSeries } from "./series-documents.ts"
import { planNeeds } from "./plan-needs.ts"

const below = "/signed-in/frame/projects/$projectId/maintenances"
const newRoute = getRouteApi(`${below}/new`)
const windowRoute = getRouteApi(`${below}/$maintenanceId/edit`)
const seriesRoute = getRouteApi(`${below}/series/$seriesId/edit`)

/** One window or a series of them. */
export function AddMaintenance(): ReactNode {
  const { pages } = useProject()
  const navigate = useNavigate()
  const { repeats, day } = newRoute.useSearch()
  const isSeries = repeats === "yes"
  const back = { label: "Maintenance", ...pages.maintenances }
  return (
    <FormPage title="Schedule maintenance" needs={planNeeds} back={back}>
      {(cancel) => (
        <MaintenanceForm draft={newDraft(day)} repeats={isSeries} cancel={cancel}>
          <div>
            <Segments
              label="How often"
              value={isSeries ? "series" : "once"}
              options={[
                { value: "once", label: "Once" },
                { value: "series", label: "Repeats" },
              ]}
              onChange={(value) =>
                void navigate({
                  ...pages.newMaintenance,
                  search: { repeats: value === "series" ? "yes" : undefined, day },
                  replace: true,
                })
              }
            />
          </div>
        </MaintenanceForm>
      )}
    </FormPage>
  )
}

export function EditMaintenance(): ReactNode {
  const { pages } = useProject()
  const { maintenanceId: id } = windowRoute.useParams()
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
      {(window, cancel) => (
        <MaintenanceForm
          key={id}
          id={id}
          draft={draftOfWindow(window)}
          repeats={false}
          monitors={window.monitors?.edges.map(({ node }) => node) ?? []}
          cancel={cancel}
        />
      )}
    </EditPage>
  )
}

export function EditSeries(): ReactNode {
  const { pages } = useProject()
  const { seriesId: id } = seriesRoute.useParams()
  const read = useRead(OneSeries, { id })
  const item = read.data?.maintenanceSeries
  return (
    <EditPage
      noun="series"
      needs={planNeeds}
      read={read}
      item={item}
      back={{ label: item?.title ?? "Maintenance", ...pages.series(id) }}
      sub="Its future windows change too, except those changed or skipped individually."
    >
      {(series, cancel) => (
        <MaintenanceForm
          key={id}
          id={id}
          draft={draftOfSeries(series)}
          repeats
          monitors={series.monitors ?? []}
          cancel={cancel}
        />
      )}
    </EditPage>
  )
}
