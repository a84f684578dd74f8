import type { Permission } from "../../kernel/access.ts"
import { builder } from "../../kernel/builder.ts"
import { countProject, type ProjectCounts as Counts } from "./count-project.ts"

type Counted = Counts & { projectId: string }

const needs =
  (permission: Permission) =>
  ({ projectId }: Counted) => ({
    may: { projectId, permission, noun: "project", about: "within" as const },
  })
const authScopes = needs("monitors:read")

const ProjectCounts = builder.objectRef<Counted>("ProjectCounts").implement({
  description: "How many monitors have which status, and what is open.",
  fields: (t) => ({
    operational: t.exposeInt("operational", {
      description:
        "Monitors that are operational, neither paused nor in maintenance. Needs monitors:read.",
      authScopes,
    }),
    degraded: t.exposeInt("degraded", {
      description:
        "Monitors that are degraded, neither paused nor in maintenance. Needs monitors:read.",
      authScopes,
    }),
    offline: t.exposeInt("offline", {
      description:
        "Monitors that are offline, neither paused nor in maintenance. Needs monitors:read.",
      authScopes,
    }),
    unknown: t.exposeInt("unknown", {
      description:
        "Monitors whose status is unknown, neither paused nor in maintenance. Needs monitors:read.",
      authScopes,
    }),
    paused: t.exposeInt("paused", {
      description: "Paused monitors, counted nowhere else. Needs monitors:read.",
      authScopes,
    }),
    inMaintenance: t.exposeInt("inMaintenance", {
      description:
        "Monitors in a maintenance window now that are not paused, whatever their status; counted nowhere else. Needs monitors:read.",
      authScopes,
    }),
    offlineInMaintenance: t.exposeInt("offlineInMaintenance", {
      description: "Those of `inMaintenance` that are offline. Needs monitors:read.",
      authScopes,
    }),
    degradedInMaintenance: t.exposeInt("degradedInMaintenance", {
      description: "Those of `inMaintenance` that are degraded. Needs monitors:read.",
      authScopes,
    }),
    openIncidents: t.exposeInt("openIncidents", {
      description: "Incidents not resolved. Needs incidents:read.",
      authScopes: needs("incidents:read"),
    }),
    openAlerts: t.exposeInt("openAlerts", {
      description: "Alerts not resolved. Needs alerts:read.",
      authScopes: needs("alerts:read"),
    }),
  }),
})

builder.prismaObjectField("Project", "counts", (t) =>
  t.field({
    type: ProjectCounts,
    description: "Counts of monitors, open incidents and open alerts.",
    resolve: async ({ id: projectId }, _args, ctx): Promise<Counted> => ({
      projectId,
      ...(await countProject(ctx, projectId)),
    }),
  }),
)
