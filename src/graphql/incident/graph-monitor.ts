import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import { builder } from "../builder.ts"

const ToldStatus = builder.enumType("ToldStatus", {
  description: "What a person says of a monitor in an incident.",
  values: {
    OPERATIONAL: { value: "operational", description: "It works; the incident concerns it." },
    DEGRADED: { value: "degraded", description: "It works badly." },
    OFFLINE: { value: "offline", description: "It does not work." },
  } as const,
})

builder.prismaObject("IncidentMonitor", {
  description:
    "A monitor that an incident names; status pages tell the graver of what is said here and what checks see.",
  include: { incident: { select: { projectId: true } } },
  authScopes: ({ incident: { projectId } }) => ({
    may: { projectId, permission: "incidents:read", noun: "incident" },
  }),
  fields: (t) => ({
    monitor: t.relation("monitor", { description: "The monitor. Needs monitors:read." }),
    status: t.field({
      type: ToldStatus,
      description: "What is said of it.",
      resolve: ({ status }) => told(status),
    }),
  }),
})

/** No verb writes the fourth status. */
function told(status: MonitorStatus) {
  if (status === "unknown") throw new Error("nobody says of a monitor that it is unknown")
  return status
}

builder.prismaObjectField("Incident", "monitors", (t) =>
  t.relation("monitors", {
    description: "What a person said of monitors, 100 at most.",
    query: { orderBy: { monitorId: "asc" } },
  }),
)

export const IncidentMonitorInput = builder.inputType("IncidentMonitorInput", {
  description: "What is said of a monitor.",
  fields: (t) => ({
    monitorId: t.id({ required: true, description: "A monitor of the project." }),
    status: t.field({ type: ToldStatus, required: true, description: "What is said of it." }),
  }),
})

export const PlaceholderInput = builder.inputType("PlaceholderInput", {
  description: "What stands in the place of a name in a template.",
  fields: (t) => ({
    name: t.string({ required: true, description: "The name within the braces." }),
    value: t.string({ required: true, description: "At most 5,000 characters." }),
  }),
})
