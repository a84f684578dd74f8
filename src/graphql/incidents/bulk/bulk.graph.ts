import { builder } from "../../kernel/builder.ts"
import { acknowledgeAlerts, unacknowledgeAlerts } from "../alert/acknowledge-alerts.ts"
import { assignAlerts, type Assignment } from "../alert/assign-alert.ts"
import type { BulkChange, Kept as KeptRow, Why } from "../alert/change-alerts.ts"
import { mergeAlerts, splitAlerts, type Merge } from "../alert/merge-alert.ts"
import { reopenAlerts, resolveAlerts } from "../alert/resolve-alerts.ts"
import { snoozeAlerts, unsnoozeAlerts } from "../alert/snooze-alert.ts"
import {
  acknowledgeIncidents,
  reopenIncidents,
  resolveIncidents,
  unacknowledgeIncidents,
} from "../incident/change-incidents.ts"
import { StateMeaning } from "../state/state.graph.ts"

const IncidentFilter = builder.inputType("IncidentFilter", {
  description: "The same filters as `Project.incidents`; they apply together.",
  fields: (t) => ({
    ids: t.idList({ description: "Only these, at most 1,000." }),
    activeOnly: t.boolean({ description: "True excludes resolved incidents." }),
    isOpen: t.boolean({ description: "Only open ones, or only resolved ones." }),
    states: t.stringList({ description: "Only in these states, by name." }),
    severities: t.stringList({ description: "Only with these severities, by name." }),
    monitorIds: t.idList({ description: "Only about or affecting these monitors." }),
    labelIds: t.idList({ description: "Only of monitors with at least one of these labels." }),
    isDeclaredManually: t.boolean({ description: "Only declared by a person, or only by checks." }),
    since: t.field({ type: "DateTime", description: "Only created at or after this time." }),
    until: t.field({ type: "DateTime", description: "Only created before this time." }),
    search: t.string({ description: "As in `Project.incidents`." }),
  }),
})

const AlertFilter = builder.inputType("AlertFilter", {
  description: "The same filters as `Project.alerts`; they apply together.",
  fields: (t) => ({
    ids: t.idList({ description: "Only these, at most 1,000." }),
    activeOnly: t.boolean({ description: "True excludes resolved alerts." }),
    isOpen: t.boolean({ description: "Only open ones, or only resolved ones." }),
    states: t.stringList({ description: "Only in these states, by name." }),
    severities: t.stringList({ description: "Only with these severities, by name." }),
    monitorIds: t.idList({ description: "Only of these monitors." }),
    labelIds: t.idList({ description: "Only of monitors with at least one of these labels." }),
    meanings: t.field({ type: [StateMeaning], description: "Only in states with these meanings." }),
    policyIds: t.idList({ description: "Only those that page by these on-call policies." }),
    pagedUserIds: t.idList({ description: "Only those for which one of these people was paged." }),
    assigneeIds: t.idList({ description: "Only assigned to one of these people." }),
    isSnoozed: t.boolean({ description: "Only open ones snoozed now, or only the others." }),
    since: t.field({ type: "DateTime", description: "Only created at or after this time." }),
    until: t.field({ type: "DateTime", description: "Only created before this time." }),
    search: t.string({ description: "As in `Project.alerts`." }),
  }),
})

const IncidentSelection = builder.inputType("IncidentSelection", {
  description: "Incidents of one project, either by their ids or by a filter.",
  fields: (t) => ({
    projectId: t.id({ required: true, description: "The project." }),
    ids: t.idList({ description: "At most 1,000; those of other projects are ignored." }),
    filter: t.field({
      type: IncidentFilter,
      description: "All that match; refused if more than 1,000 match.",
    }),
  }),
})

const OfIncidents = builder.inputType("AlertsOfIncidents", {
  description: "The open alerts of incidents, which are given by their ids or by a filter.",
  fields: (t) => ({
    ids: t.idList({ description: "At most 1,000 incidents." }),
    filter: t.field({ type: IncidentFilter, description: "All incidents that match." }),
  }),
})

const AlertSelection = builder.inputType("AlertSelection", {
  description: "Alerts of one project, by their ids, by a filter, or by their incidents.",
  fields: (t) => ({
    projectId: t.id({ required: true, description: "The project." }),
    ids: t.idList({ description: "At most 1,000; those of other projects are ignored." }),
    filter: t.field({
      type: AlertFilter,
      description: "All that match; refused if more than 1,000 match.",
    }),
    ofIncidents: t.field({ type: OfIncidents, description: "The open alerts of incidents." }),
  }),
})

const KeptReason = builder.enumType("KeptReason", {
  description: "Why a change of many left one as it was.",
  values: {
    ALREADY: {
      value: "already",
      description: "It already was as requested, also if somebody else did it meanwhile.",
    },
    ACKNOWLEDGED: { value: "acknowledged", description: "It is acknowledged: nobody is paged." },
    RESOLVED: { value: "resolved", description: "It is resolved." },
    UNSEEN: {
      value: "unseen",
      description: "It is paged together with alerts that the actor may not see.",
    },
    FORBIDDEN: {
      value: "forbidden",
      description: "The actor needs alerts:write, or to have been paged for it.",
    },
  } as const satisfies Record<Uppercase<Why>, { value: Why; description: string }>,
})

const Kept = builder.objectRef<KeptRow>("KeptRow").implement({
  description: "An incident or alert that a change of many left as it was.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The incident or alert." }),
    why: t.expose("why", { type: KeptReason, description: "Why." }),
    by: t.exposeString("by", {
      nullable: true,
      description: "The person who acknowledged it, or resolved it; null if nobody did.",
    }),
  }),
})

const changedIds = "Those that it changed."
const Change = builder.objectRef<BulkChange>("BulkChange").implement({
  description: "What a change of many incidents or alerts did.",
  fields: (t) => ({
    ids: t.exposeIDList("ids", { description: changedIds }),
    kept: t.expose("kept", { type: [Kept], description: "Those that it left as they were." }),
  }),
})

const Previous = builder.objectRef<Assignment["previous"][number]>("PreviousAssignee").implement({
  description: "Alerts that were assigned to the same person before.",
  fields: (t) => ({
    userId: t.exposeID("userId", { nullable: true, description: "The person; null for nobody." }),
    ids: t.exposeIDList("ids", { description: "The alerts." }),
  }),
})

const AssignmentResult = builder.objectRef<Assignment>("BulkAssignment").implement({
  description: "What an assignment of many alerts did.",
  fields: (t) => ({
    ids: t.exposeIDList("ids", { description: changedIds }),
    kept: t.expose("kept", { type: [Kept], description: "Those that it left as they were." }),
    previous: t.expose("previous", {
      type: [Previous],
      description: "The changed ones by their previous assignee, to assign them back.",
    }),
  }),
})

const MergeResult = builder.objectRef<Merge>("BulkMerge").implement({
  description: "What a merge of many alerts did.",
  fields: (t) => ({
    ids: t.exposeIDList("ids", { description: changedIds }),
    kept: t.expose("kept", { type: [Kept], description: "Those that it left as they were." }),
    intoId: t.exposeID("intoId", {
      nullable: true,
      description: "The alert that pages for them; null if none was merged.",
    }),
  }),
})

const orPaged = "Needs alerts:write, or to have been paged for each."

builder.mutationFields((t) => {
  const selection = t.arg({ type: AlertSelection, required: true, description: "The alerts." })
  return {
    acknowledgeAlerts: t.field({
      type: Change,
      description: `Acknowledges alerts in one transaction, like acknowledgeAlert. ${orPaged}`,
      args: { selection },
      resolve: (_root, args, ctx) => acknowledgeAlerts(ctx, args.selection),
    }),
    unacknowledgeAlerts: t.field({
      type: Change,
      description: `Withdraws acknowledgements in one transaction, like unacknowledgeAlert. ${orPaged}`,
      args: { selection },
      resolve: (_root, args, ctx) => unacknowledgeAlerts(ctx, args.selection),
    }),
    resolveAlerts: t.field({
      type: Change,
      description: "Resolves alerts in one transaction, like resolveAlert. Needs alerts:write.",
      args: { selection },
      resolve: (_root, args, ctx) => resolveAlerts(ctx, args.selection),
    }),
    reopenAlerts: t.field({
      type: Change,
      description:
        "Reopens resolved alerts in one transaction as triggered; it pages nobody. Needs alerts:write.",
      args: { selection },
      resolve: (_root, args, ctx) => reopenAlerts(ctx, args.selection),
    }),
    assignAlerts: t.field({
      type: AssignmentResult,
      description: `Assigns open alerts to a member, or to nobody, in one transaction. ${orPaged}`,
      args: { selection, userId: t.arg.id({ description: "The person; null for nobody." }) },
      resolve: (_root, { selection, userId }, ctx) => assignAlerts(ctx, selection, userId ?? null),
    }),
    snoozeAlerts: t.field({
      type: Change,
      description: `Snoozes open alerts and those paged with them in one transaction, like snoozeAlert. ${orPaged}`,
      args: {
        selection,
        until: t.arg({
          type: "DateTime",
          required: true,
          description: "When paging goes on; within the next 30 days.",
        }),
      },
      resolve: (_root, { selection, until }, ctx) => snoozeAlerts(ctx, selection, until),
    }),
    unsnoozeAlerts: t.field({
      type: Change,
      description: `Ends snoozes in one transaction, like unsnoozeAlert. ${orPaged}`,
      args: { selection },
      resolve: (_root, args, ctx) => unsnoozeAlerts(ctx, args.selection),
    }),
    mergeAlerts: t.field({
      type: MergeResult,
      description: `Merges open alerts into one that pages for them, in one transaction, like mergeAlert. ${orPaged}`,
      args: {
        selection,
        intoId: t.arg.id({
          description: "The alert that pages for them; by default the oldest of them.",
        }),
      },
      resolve: (_root, { selection, intoId }, ctx) => mergeAlerts(ctx, selection, intoId ?? null),
    }),
    splitAlerts: t.field({
      type: Change,
      description: `Splits open alerts from those that page for them, in one transaction, like splitAlert. ${orPaged}`,
      args: { selection },
      resolve: (_root, args, ctx) => splitAlerts(ctx, args.selection),
    }),
  }
})

builder.mutationFields((t) => {
  const selection = t.arg({
    type: IncidentSelection,
    required: true,
    description: "The incidents.",
  })
  return {
    acknowledgeIncidents: t.field({
      type: Change,
      description:
        "Acknowledges incidents and their open alerts in one transaction. Needs incidents:write.",
      args: { selection },
      resolve: (_root, args, ctx) => acknowledgeIncidents(ctx, args.selection),
    }),
    unacknowledgeIncidents: t.field({
      type: Change,
      description:
        "Withdraws acknowledgements of incidents and of their open alerts in one transaction. Needs incidents:write.",
      args: { selection },
      resolve: (_root, args, ctx) => unacknowledgeIncidents(ctx, args.selection),
    }),
    resolveIncidents: t.field({
      type: Change,
      description:
        "Resolves incidents and their open alerts in one transaction, like resolveIncident. Needs incidents:write.",
      args: { selection },
      resolve: (_root, args, ctx) => resolveIncidents(ctx, args.selection),
    }),
    reopenIncidents: t.field({
      type: Change,
      description:
        "Reopens resolved incidents in one transaction; it pages nobody. Needs incidents:write.",
      args: { selection },
      resolve: (_root, args, ctx) => reopenIncidents(ctx, args.selection),
    }),
  }
})
