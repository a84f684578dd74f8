import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { Segments } from "../ui/segments.tsx"
import { toast } from "../ui/toast.tsx"
import { ScheduleMaintenance } from "./maintenance-documents.ts"
import { newDraft, ruleInput } from "./maintenance-draft.ts"
import { MaintenanceForm, type Sent } from "./maintenance-form.tsx"
import { ScheduleSeries } from "./series-documents.ts"
import { planNeeds } from "./plan-needs.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/new")

/** One window or a series of them. */
export function AddMaintenance(): ReactNode {
  const { id: projectId, pages } = useProject()
  const navigate = useNavigate()
  const { repeats, day } = route.useSearch()
  const isSeries = repeats === "yes"
  const schedule = useChange(ScheduleMaintenance)
  const series = useChange(ScheduleSeries)
  const { refusal, isRunning } = isSeries ? series : schedule
  const send = async ({ draft, monitorIds }: Sent) => {
    const { title, description, startsAt, endsAt, rule, notices } = draft
    const shared = { projectId, title, description, monitorIds, ...notices }
    if (isSeries) {
      const made = await series.run({ ...shared, ...ruleInput(rule) })
      if (made === null) return
      toast("Series scheduled")
      await navigate({ ...pages.series(made.scheduleMaintenanceSeries.id), replace: true })
      return
    }
    const made = await schedule.run({ ...shared, startsAt: startsAt ?? "", endsAt: endsAt ?? "" })
    if (made === null) return
    toast("Maintenance scheduled")
    await navigate({ ...pages.maintenance(made.scheduleMaintenance.id), replace: true })
  }
  const back = { label: "Maintenance", ...pages.maintenances }
  return (
    <FormPage title="Schedule maintenance" needs={planNeeds} back={back}>
      {(cancel) => (
        <MaintenanceForm
          draft={newDraft(day)}
          repeats={isSeries}
          verb={isSeries ? "Schedule series" : "Schedule maintenance"}
          refusal={refusal}
          isBusy={isRunning}
          cancel={cancel}
          onSend={send}
        >
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
