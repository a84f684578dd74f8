import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { cancelMaintenance, endMaintenance } from "./end-maintenance.ts"
import { scheduleMaintenance } from "./schedule-maintenance.ts"
import { updateMaintenance } from "./update-maintenance.ts"

builder.mutationFields((t) => ({
  scheduleMaintenance: t.prismaField({
    type: "Maintenance",
    description:
      "Schedules a window of at most 90 days in which no outage of its monitors is declared. Needs maintenances:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      startsAt: t.arg({ type: "DateTime", required: true, description: "When it starts." }),
      endsAt: t.arg({ type: "DateTime", required: true, description: "When it ends." }),
      monitorIds: t.arg.idList({ description: "Monitors of the project, at most 1,000." }),
      notifyBeforeMinutes: t.arg.int({
        description:
          "How long before its start subscribers are notified, 1 to 10,080; no notification by default.",
      }),
      notifyAtStart: t.arg.boolean({
        description: "Whether subscribers are notified when it begins; true by default.",
      }),
      notifyAtEnd: t.arg.boolean({
        description: "Whether subscribers are notified when it ends; true by default.",
      }),
    },
    resolve: (_query, _root, args, ctx) => scheduleMaintenance(ctx, omitNulls(args)),
  }),
  updateMaintenance: t.prismaField({
    type: "Maintenance",
    description:
      "Updates a window; once it has begun, only title, description and endsAt. Needs maintenances:write.",
    args: {
      id: t.arg.id({ required: true, description: "The maintenance." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      startsAt: t.arg({ type: "DateTime", description: "When it starts." }),
      endsAt: t.arg({ type: "DateTime", description: "When it ends." }),
      monitorIds: t.arg.idList({ description: "Replaces its monitors, at most 1,000." }),
      notifyBeforeMinutes: t.arg.int({
        description:
          "How long before its start subscribers are notified, 1 to 10,080; null for no notification.",
      }),
      notifyAtStart: t.arg.boolean({
        description: "Whether subscribers are notified when it begins.",
      }),
      notifyAtEnd: t.arg.boolean({
        description: "Whether subscribers are notified when it ends.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      updateMaintenance(ctx, omitNulls(args, "notifyBeforeMinutes")),
  }),
  cancelMaintenance: t.prismaField({
    type: "Maintenance",
    description: "Cancels a window, even if it has begun. Needs maintenances:write.",
    args: { id: t.arg.id({ required: true, description: "The maintenance." }) },
    resolve: (_query, _root, { id }, ctx) => cancelMaintenance(ctx, id),
  }),
  endMaintenance: t.prismaField({
    type: "Maintenance",
    description: "Ends a window that has begun. Needs maintenances:write.",
    args: { id: t.arg.id({ required: true, description: "The maintenance." }) },
    resolve: (_query, _root, { id }, ctx) => endMaintenance(ctx, id),
  }),
}))
