import { builder } from "../builder.ts"
import { cancelMaintenance, endMaintenance } from "./end.ts"
import { scheduleMaintenance } from "./schedule.ts"
import { updateMaintenance } from "./update.ts"

builder.mutationFields((t) => ({
  scheduleMaintenance: t.prismaField({
    type: "Maintenance",
    description:
      "Plans a window of 90 days at most in which nothing is declared for its monitors. Needs maintenances:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      startsAt: t.arg({ type: "DateTime", required: true, description: "When it begins." }),
      endsAt: t.arg({ type: "DateTime", required: true, description: "When it is over." }),
      monitorIds: t.arg.idList({ description: "Monitors of the project, 1,000 at most." }),
      notifyBeforeMinutes: t.arg.int({
        description:
          "How long before its start subscribers are told, 1 to 10,080; not where absent.",
      }),
      notifyAtStart: t.arg.boolean({
        description: "Whether subscribers are told when it begins; true where absent.",
      }),
      notifyAtEnd: t.arg.boolean({
        description: "Whether subscribers are told when it is over; true where absent.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      scheduleMaintenance(ctx, {
        ...args,
        description: args.description ?? undefined,
        monitorIds: args.monitorIds ?? undefined,
        notifyBeforeMinutes: args.notifyBeforeMinutes ?? undefined,
        notifyAtStart: args.notifyAtStart ?? undefined,
        notifyAtEnd: args.notifyAtEnd ?? undefined,
      }),
  }),
  updateMaintenance: t.prismaField({
    type: "Maintenance",
    description:
      "Changes a window; once it has begun only title, description and endsAt. Needs maintenances:write.",
    args: {
      id: t.arg.id({ required: true, description: "The maintenance." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      startsAt: t.arg({ type: "DateTime", description: "When it begins." }),
      endsAt: t.arg({ type: "DateTime", description: "When it is over." }),
      monitorIds: t.arg.idList({ description: "All its monitors from now on, 1,000 at most." }),
      notifyBeforeMinutes: t.arg.int({
        description:
          "How long before its start subscribers are told, 1 to 10,080; null for not at all.",
      }),
      notifyAtStart: t.arg.boolean({
        description: "Whether subscribers are told when it begins.",
      }),
      notifyAtEnd: t.arg.boolean({
        description: "Whether subscribers are told when it is over.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      updateMaintenance(ctx, {
        id: args.id,
        title: args.title ?? undefined,
        description: args.description ?? undefined,
        startsAt: args.startsAt ?? undefined,
        endsAt: args.endsAt ?? undefined,
        monitorIds: args.monitorIds ?? undefined,
        notifyBeforeMinutes: args.notifyBeforeMinutes,
        notifyAtStart: args.notifyAtStart ?? undefined,
        notifyAtEnd: args.notifyAtEnd ?? undefined,
      }),
  }),
  cancelMaintenance: t.prismaField({
    type: "Maintenance",
    description: "Calls a window off, begun or not. Needs maintenances:write.",
    args: { id: t.arg.id({ required: true, description: "The maintenance." }) },
    resolve: (_query, _root, { id }, ctx) => cancelMaintenance(ctx, id),
  }),
  endMaintenance: t.prismaField({
    type: "Maintenance",
    description: "Ends a window that has begun, now. Needs maintenances:write.",
    args: { id: t.arg.id({ required: true, description: "The maintenance." }) },
    resolve: (_query, _root, { id }, ctx) => endMaintenance(ctx, id),
  }),
}))
