import type { Group } from "../../../findings/group-by-cause.ts"
import { builder } from "../../kernel/builder.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { readGroups } from "./read-groups.ts"

export const ProblemGroup = builder.objectRef<Group>("ProblemGroup").implement({
  description: "Open problems with one cause, at least two.",
  fields: (t) => ({
    key: t.exposeString("key", { description: "Names the cause: the same as long as it lasts." }),
    cause: t.expose("cause", {
      type: Finding,
      description:
        "What they have in common, the most telling first: a monitor that they depend on, the address, the host or the reason.",
    }),
    ids: t.exposeIDList("ids", { description: "The monitors, incidents or alerts." }),
  }),
})

builder.prismaObjectField("Project", "incidentGroups", (t) =>
  t.field({
    type: [ProblemGroup],
    description:
      "Open incidents by their cause, the largest group first; those that share none are in no group. Needs incidents:read.",
    resolve: async ({ id: projectId }, _args, ctx) => {
      await ctx.access.require(projectId, "incidents:read", "project", "within")
      return readGroups(ctx, projectId, "incident")
    },
  }),
)

builder.prismaObjectField("Project", "alertGroups", (t) =>
  t.field({
    type: [ProblemGroup],
    description:
      "Open alerts by their cause, the largest group first; those that share none are in no group. Needs alerts:read.",
    resolve: async ({ id: projectId }, _args, ctx) => {
      await ctx.access.require(projectId, "alerts:read", "project", "within")
      return readGroups(ctx, projectId, "alert")
    },
  }),
)
