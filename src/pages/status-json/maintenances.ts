import type { PublicMaintenance } from "../../graphql/status-page/view-maintenances.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { inert, inertLine } from "../xml.ts"
import { componentsOf } from "./components.ts"
import { updateTimes } from "./incidents.ts"

type Status = "scheduled" | "in_progress" | "completed"

export function maintenanceJson(window: PublicMaintenance, view: PageView, address: string) {
  const { id, startsAt, endsAt, createdAt, updatedAt } = window
  const status = statusOf(window, view.at)
  return {
    id,
    name: inertLine(window.title),
    status,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    monitoring_at: null,
    resolved_at: status === "completed" ? endsAt.toISOString() : null,
    impact: "maintenance",
    shortlink: `${address}#maintenance-${id}`,
    started_at: startsAt.toISOString(),
    page_id: view.id,
    incident_updates: [
      {
        ...updateTimes(createdAt),
        updated_at: updatedAt.toISOString(),
        id,
        status,
        body: inert(window.description || window.title),
        incident_id: id,
      },
    ],
    components: componentsOf(view, window.componentIds),
    scheduled_for: startsAt.toISOString(),
    scheduled_until: endsAt.toISOString(),
  }
}

function statusOf({ startsAt, endsAt }: PublicMaintenance, now: Date): Status {
  if (now < startsAt) return "scheduled"
  return now < endsAt ? "in_progress" : "completed"
}
