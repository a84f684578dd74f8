import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const AnnouncedStatus = builder.enumType("AnnouncedStatus", {
  description: "Status that a person announces for a monitor in an incident.",
  values: valuesOf({
    operational: "It works, although the incident concerns it.",
    degraded: "It works with errors or slowly.",
    offline: "It does not work.",
  }),
})

const IncidentMonitor = builder.prismaObject("IncidentMonitor", {
  description:
    "A monitor that an incident affects. Status pages show the worse of the announced and the checked status.",
  include: { incident: { select: { projectId: true } } },
  authScopes: ({ incidentId, incident: { projectId } }) =>
    mayOfRow("incident", incidentId, projectId, "incidents:read"),
  fields: (t) => ({
    monitor: t.relation("monitor", { description: "The monitor. Needs monitors:read." }),
    status: t.field({
      type: AnnouncedStatus,
      description: "The announced status.",
      resolve: ({ status }) => announcedStatus(status),
    }),
  }),
})

/** Narrows the column's type: no verb writes `unknown`. */
function announcedStatus(status: MonitorStatus) {
  if (status === "unknown") throw new Error("an incident must not announce the status unknown")
  return status
}

/** With what the type includes, which `nested` adds. */
type Announced = typeof IncidentMonitor.$inferType

builder.prismaObjectField("Incident", "monitors", (t) =>
  t.field({
    type: [IncidentMonitor],
    description: "Affected monitors with their announced statuses, at most 100.",
    select: (_args, _ctx, nested) => ({ monitors: nested({ orderBy: { monitorId: "asc" } }) }),
    extensions: {
      pothosPrismaLoaded: ({ monitors }: { monitors?: unknown }) => monitors !== undefined,
    },
    resolve: ({ projectId, monitors }, _args, { access }) =>
      access.allSeen(projectId, monitors as Announced[], ({ monitorId }) => ({
        type: "monitor",
        id: monitorId,
      })),
  }),
)

export const IncidentMonitorInput = builder.inputType("IncidentMonitorInput", {
  description: "An affected monitor with its announced status.",
  fields: (t) => ({
    monitorId: t.id({ required: true, description: "A monitor of the project." }),
    status: t.field({
      type: AnnouncedStatus,
      required: true,
      description: "The announced status.",
    }),
  }),
})

export const PlaceholderInput = builder.inputType("PlaceholderInput", {
  description: "Value for a placeholder of a template.",
  fields: (t) => ({
    name: t.string({ required: true, description: "Name of the placeholder, without braces." }),
    value: t.string({ required: true, description: "At most 5,000 characters." }),
  }),
})
