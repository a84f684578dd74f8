import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { saidOf, titleOf } from "../status-page/incident-list.ts"
import { localeOf } from "../status-page/locale.ts"
import { inert, inertLine } from "../../platform/shown-text.ts"
import { affectedBy, type Affected } from "./affected.ts"
import { componentsOf } from "./json-components.ts"
import { withStatuses } from "../../graphql/status-pages/status-page/rules/public-state.ts"

export function incidentJson(incident: PublicIncident, view: PageView, address: string) {
  const { id, startedAt, resolvedAt, updatedAt } = incident
  const updates = updatesJson(incident, view)
  const createdAt = createdAtOf(incident).toISOString()
  return {
    id,
    name: inertLine(titleOf(incident, localeOf(view.language))),
    status: updates[0]?.status ?? (resolvedAt === null ? "investigating" : "resolved"),
    created_at: createdAt,
    updated_at: updatedAt.toISOString(),
    monitoring_at: updates.find(({ status }) => status === "monitoring")?.created_at ?? null,
    resolved_at: resolvedAt?.toISOString() ?? null,
    impact: incident.impact,
    shortlink: `${address}/incidents/${id}`,
    started_at: startedAt.toISOString(),
    page_id: view.id,
    incident_updates: updates,
    components: componentsOf(view, incident.componentIds),
    reminder_intervals: null,
  }
}

/** No later than its first update: an outage is dated back to its first failed check. */
export const createdAtOf = ({ startedAt, updates }: PublicIncident): Date => {
  const first = updates.at(-1)?.at ?? startedAt
  return first < startedAt ? first : startedAt
}

/** Newest first; a post-mortem is the newest of all. */
function updatesJson(incident: PublicIncident, view: PageView) {
  const { id: incidentId, postmortem, updatedAt } = incident
  const locale = localeOf(view.language)
  const affected = affectedBy(incident, view)
  const updates = withStatuses(incident)
  const updatesOf = updates.map(({ id, at, status, ...update }, place) => {
    const before = updates[place + 1]?.status ?? "resolved"
    return {
      ...updateJson(at, affected(before !== "resolved", status !== "resolved")),
      id,
      status,
      body: inert(saidOf(update, locale)),
      incident_id: incidentId,
    }
  })
  if (postmortem === null) return updatesOf
  const last = {
    ...updateJson(updatedAt, affected(false, false)),
    id: incidentId,
    status: "postmortem" as const,
    body: inert(postmortem),
    incident_id: incidentId,
  }
  return [last, ...updatesOf]
}

/** What an update has in common with those of maintenance. */
export const updateJson = (at: Date, affected: Affected[]) => ({
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  display_at: at.toISOString(),
  affected_components: affected,
  deliver_notifications: false,
  custom_tweet: null,
  tweet_id: null,
})
