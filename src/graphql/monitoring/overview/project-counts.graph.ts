import { builder } from "../../kernel/builder.ts"
import type { ProjectCounts as Counts } from "./count-project.ts"
import { countProject } from "./count-project.ts"

const ProjectCounts = builder.objectRef<Counts>("ProjectCounts").implement({
  description: "How many monitors have which status, and what is open.",
  fields: (t) => ({
    operational: t.exposeInt("operational", { description: "Monitors that are operational." }),
    degraded: t.exposeInt("degraded", { description: "Monitors that are degraded." }),
    offline: t.exposeInt("offline", { description: "Monitors that are offline." }),
    unknown: t.exposeInt("unknown", { description: "Monitors whose status is unknown." }),
    paused: t.exposeInt("paused", { description: "Paused monitors, counted nowhere else." }),
    inMaintenance: t.exposeInt("inMaintenance", {
      description: "Monitors in a maintenance window now, whatever their status.",
    }),
    offlineInMaintenance: t.exposeInt("offlineInMaintenance", {
      description: "Offline monitors in a maintenance window now; offline includes them.",
    }),
    degradedInMaintenance: t.exposeInt("degradedInMaintenance", {
      description: "Degraded monitors in a maintenance window now; degraded includes them.",
    }),
    openIncidents: t.exposeInt("openIncidents", { description: "Incidents not resolved." }),
    openAlerts: t.exposeInt("openAlerts", { description: "Alerts not resolved." }),
  }),
})

builder.prismaObjectField("Project", "counts", (t) =>
  t.field({
    type: ProjectCounts,
    description:
      "Counts of monitors, open incidents and open alerts. Needs monitors:read, incidents:read and alerts:read.",
    resolve: ({ id }, _args, ctx) => countProject(ctx, id),
  }),
)
