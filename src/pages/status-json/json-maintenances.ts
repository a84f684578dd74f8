import type { PublicMaintenance } from "../../graphql/status-pages/status-page/view-maintenances.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { inert, inertLine } from "../../platform/shown-text.ts"
import { affected } from "./affected.ts"
import { localeOf } from "../status-page/locale.ts"
import { componentsOf, type Status as Health } from "./json-components.ts"
import { updateJson } from "./json-incidents.ts"

export function maintenanceJson(window: PublicMaintenance, view: PageView, address: string) {
  const { id, startsAt, endsAt, createdAt, updatedAt } = window
  const updates = updatesJson(window, view)
  const status = updates[0]?.status ?? "scheduled"
  const changes = [updatedAt, ...updates.map(({ updated_at }) => new Date(updated_at))]
  return {
    id,
    name: inertLine(window.title),
    status,
    created_at: createdAt.toISOString(),
    updated_at: new Date(Math.max(...changes.map((at) => at.getTime()))).toISOString(),
    monitoring_at: null,
    resolved_at: status === "completed" ? endsAt.toISOString() : null,
    impact: "maintenance",
    shortlink: `${address}#maintenance-${id}`,
    started_at: startsAt.toISOString(),
    page_id: view.id,
    incident_updates: updates,
    components: componentsOf(view, window.componentIds),
    reminder_intervals: null,
    scheduled_for: startsAt.toISOString(),
    scheduled_until: endsAt.toISOString(),
  }
}

/** When it was scheduled, began and ended, as far as that has happened; newest first. */
function updatesJson(window: PublicMaintenance, view: PageView) {
  const { id, startsAt, endsAt, createdAt, updatedAt } = window
  const { words } = localeOf(view.language)
  const components = componentsOf(view, window.componentIds)
  const step = (at: Date, status: Status, before: Health, after: Health, body: string) => ({
    ...updateJson(
      // A window may be created after its start.
      at < createdAt ? createdAt : at,
      affected(
        components,
        () => before,
        () => after,
      ),
    ),
    id: status === "scheduled" ? id : `${id}-${status}`,
    status,
    body: inert(body),
    incident_id: id,
  })
  const planned = {
    ...step(createdAt, "scheduled", up, up, window.description || window.title),
    updated_at: updatedAt.toISOString(),
  }
  if (view.at < startsAt) return [planned]
  const begun = [step(startsAt, "in_progress", up, away, words.headline.maintenance), planned]
  if (view.at < endsAt) return begun
  return [step(endsAt, "completed", away, up, words.update.resolved), ...begun]
}

type Status = "scheduled" | "in_progress" | "completed"
const up: Health = "operational"
const away: Health = "under_maintenance"
