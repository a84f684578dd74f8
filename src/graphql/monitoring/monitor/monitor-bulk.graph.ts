import { builder } from "../../kernel/builder.ts"
import { deleteMonitors } from "./write/delete-monitor.ts"
import { labelMonitors } from "./write/label-monitors.ts"
import { MonitorKind } from "./monitor-enums.graph.ts"
import { MonitorStatus } from "../check/check-enums.graph.ts"
import { muteMonitors, unmuteMonitors } from "./silence/mute-monitors.ts"
import { pauseMonitors, resumeMonitors } from "./silence/pause-monitors.ts"
import { setPolicyOfMonitors, type PolicyMove } from "./on-call/set-policy-of-monitors.ts"

const Filter = builder.inputType("MonitorFilter", {
  description: "The same filters as `Project.monitors`; they apply together.",
  fields: (t) => ({
    search: t.string({ description: "A part of the name, target or a label." }),
    kinds: t.field({ type: [MonitorKind], description: "Only these kinds." }),
    statuses: t.field({ type: [MonitorStatus], description: "Only these statuses." }),
    labelIds: t.idList({ description: "Only with at least one of these labels." }),
    policyId: t.id({ description: "Only those whose alerts use this on-call policy." }),
    isPaused: t.boolean({ description: "Only paused ones, or only the others." }),
    isMuted: t.boolean({ description: "Only those muted now, or only the others." }),
    isInMaintenance: t.boolean({ description: "Only those in a window now, or only the others." }),
  }),
})

const Selection = builder.inputType("MonitorSelection", {
  description: "Monitors of one project, either by their ids or by a filter.",
  fields: (t) => ({
    projectId: t.id({ required: true, description: "The project." }),
    ids: t.idList({ description: "At most 5,000; those of other projects are ignored." }),
    filter: t.field({
      type: Filter,
      description: "All monitors that match; refused if more than 5,000 match.",
    }),
  }),
})

const Change = builder.objectRef<{ ids: string[] }>("BulkMonitorChange").implement({
  description: "What a change of many monitors did.",
  fields: (t) => ({
    ids: t.exposeIDList("ids", {
      description: "The monitors that it changed; not those that already were as requested.",
    }),
  }),
})

const Previous = builder.objectRef<PolicyMove["previous"][number]>("PreviousPolicy").implement({
  description: "Monitors that used the same on-call policy before they were moved.",
  fields: (t) => ({
    policyId: t.exposeID("policyId", {
      nullable: true,
      description: "The policy; null for the project's default.",
    }),
    ids: t.exposeIDList("ids", { description: "The monitors." }),
  }),
})

const Move = builder.objectRef<PolicyMove>("MonitorPolicyMove").implement({
  description: "What a move of monitors to an on-call policy did.",
  fields: (t) => ({
    ids: t.exposeIDList("ids", {
      description: "The monitors that it changed; not those that already used the policy.",
    }),
    previous: t.expose("previous", {
      type: [Previous],
      description: "The same by their previous policy, to move them back.",
    }),
  }),
})

const changed = (ids: string[]) => ({ ids })

builder.mutationFields((t) => {
  const selection = t.arg({ type: Selection, required: true, description: "The monitors." })
  return {
    pauseMonitors: t.field({
      type: Change,
      description:
        "Pauses monitors in one transaction; open alerts stay open and page nobody. Needs monitors:write.",
      args: { selection },
      resolve: async (_root, args, ctx) => changed(await pauseMonitors(ctx, args.selection)),
    }),
    resumeMonitors: t.field({
      type: Change,
      description: "Resumes monitors in one transaction. Needs monitors:write.",
      args: { selection },
      resolve: async (_root, args, ctx) => changed(await resumeMonitors(ctx, args.selection)),
    }),
    muteMonitors: t.field({
      type: Change,
      description: "Mutes monitors in one transaction. Needs monitors:write.",
      args: {
        selection,
        durationMinutes: t.arg.int({
          required: true,
          description: "1 to 43,200 minutes from now.",
        }),
      },
      resolve: async (_root, { selection, durationMinutes }, ctx) =>
        changed(await muteMonitors(ctx, selection, { durationMinutes })),
    }),
    unmuteMonitors: t.field({
      type: Change,
      description: "Unmutes monitors in one transaction. Needs monitors:write.",
      args: { selection },
      resolve: async (_root, args, ctx) => changed(await unmuteMonitors(ctx, args.selection)),
    }),
    labelMonitors: t.field({
      type: Change,
      description: "Adds and removes labels in one transaction. Needs monitors:write.",
      args: {
        selection,
        addIds: t.arg.idList({ description: "Labels to add, at most 50." }),
        removeIds: t.arg.idList({ description: "Labels to remove, at most 50." }),
      },
      resolve: async (_root, { selection, addIds, removeIds }, ctx) => {
        const labels = { addIds: addIds ?? [], removeIds: removeIds ?? [] }
        return changed(await labelMonitors(ctx, selection, labels))
      },
    }),
    setPolicyOfMonitors: t.field({
      type: Move,
      description: "Sets the on-call policy of monitors in one transaction. Needs monitors:write.",
      args: {
        selection,
        policyId: t.arg.id({ description: "The policy; null for the project's default." }),
      },
      resolve: async (_root, { selection, policyId }, ctx) =>
        setPolicyOfMonitors(ctx, selection, policyId ?? null),
    }),
    deleteMonitors: t.field({
      type: Change,
      description:
        "Deletes at most 1,000 monitors in one transaction; their history is kept. Needs monitors:write.",
      args: { selection },
      resolve: async (_root, args, ctx) => changed(await deleteMonitors(ctx, args.selection)),
    }),
  }
})
