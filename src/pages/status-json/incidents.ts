import type { StateMeaning, UpdateKind } from "../../../prisma/generated/enums.ts"
import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { titleOf } from "../status-page/incidents.ts"
import { speechOf } from "../status-page/speech.ts"
import { inert, inertLine } from "../xml.ts"
import { componentsOf } from "./components.ts"

const statuses = ["investigating", "identified", "monitoring", "resolved", "postmortem"] as const
type Status = (typeof statuses)[number]

const statusOfMeaning: Record<StateMeaning, Status> = {
  open: "investigating",
  acknowledged: "identified",
  resolved: "resolved",
}

const statusOfUpdate: Record<UpdateKind, Status> = {
  declared: "investigating",
  note: "identified",
  acknowledged: "identified",
  state_changed: "identified",
  reopened: "investigating",
  resolved: "resolved",
  postmortem: "postmortem",
}

/** A project's own state of the same name says it better than what it means. */
function statusOf({ state, postmortem, resolvedAt }: PublicIncident): Status {
  if (resolvedAt !== null) return postmortem === null ? "resolved" : "postmortem"
  return statuses.find((status) => status === state.name) ?? statusOfMeaning[state.meaning]
}

export function incidentJson(incident: PublicIncident, view: PageView, address: string) {
  const { id, startedAt, resolvedAt, updatedAt } = incident
  const startedIso = startedAt.toISOString()
  return {
    id,
    name: inertLine(titleOf(incident, speechOf(view.language))),
    status: statusOf(incident),
    created_at: startedIso,
    updated_at: updatedAt.toISOString(),
    monitoring_at: null,
    resolved_at: resolvedAt?.toISOString() ?? null,
    impact: incident.impact,
    shortlink: `${address}/incidents/${id}`,
    started_at: startedIso,
    page_id: view.id,
    incident_updates: [...postmortemJson(incident), ...updatesJson(incident, view)],
    components: componentsOf(view, incident.componentIds),
  }
}

/** Programs find a post-mortem among the updates, as the last of them. */
const postmortemJson = ({ id, postmortem, updatedAt }: PublicIncident) =>
  postmortem === null
    ? []
    : [
        {
          ...updateTimes(updatedAt),
          id,
          status: "postmortem",
          body: inert(postmortem),
          incident_id: id,
        },
      ]

const updatesJson = ({ id: incidentId, updates }: PublicIncident, { language }: PageView) =>
  updates
    .filter(({ kind }) => kind !== "postmortem")
    .map(({ id, kind, body, at }) => ({
      ...updateTimes(at),
      id,
      status: statusOfUpdate[kind],
      body: inert(body ?? speechOf(language).words.update[kind]),
      incident_id: incidentId,
    }))

/** What an update has in common with those of maintenance. */
export const updateTimes = (at: Date) => ({
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  display_at: at.toISOString(),
  affected_components: null,
  deliver_notifications: false,
  custom_tweet: null,
  tweet_id: null,
})
