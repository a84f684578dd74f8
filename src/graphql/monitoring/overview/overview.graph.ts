import { z } from "zod"
import type { Group } from "../../../findings/group-by-cause.ts"
import type { Permission } from "../../kernel/access.ts"
import { builder } from "../../kernel/builder.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { id, parse } from "../../kernel/input.ts"
import { Uptime } from "../check/check-uptime.graph.ts"
import { MonitorStatus } from "../check/check-enums.graph.ts"
import { listProblems, type Problem as ProblemRow } from "./list-problems.ts"
import { ProblemGroup } from "./problem-groups.graph.ts"
import { readGroups } from "./read-groups.ts"
import { listUnconfirmed, type Unconfirmed as UnconfirmedRow } from "./list-unconfirmed.ts"
import type { SlowMonitor as SlowRow } from "./read-last-day.ts"
import type { UnreliableMonitor as UnreliableRow } from "./read-reliability.ts"
import { allDone, readSetup, type Setup as SetupRow } from "./read-setup.ts"
import { readShared } from "./shared-reads.ts"

/** The groups are read once, by whichever field needs them first. */
type Overview = { projectId: string; groups: () => Promise<Group[]> }

const someIds = z.array(id).max(100, "must name at most 100 monitors")

const Problem = builder.objectRef<ProblemRow>("ProjectProblem").implement({
  description: "A monitor that is degraded or offline now.",
  fields: (t) => ({
    monitorId: t.exposeID("monitorId", { description: "The monitor." }),
    name: t.exposeString("name", { description: "The monitor's name." }),
    status: t.expose("status", { type: MonitorStatus, description: "DEGRADED or OFFLINE." }),
    since: t.expose("since", { type: "DateTime", description: "Since when." }),
    ...t.explainedOrNull(
      "reason",
      "The reason in one English sentence, if it is known.",
      itsFindings,
    ),
    incidentId: t.exposeID("incidentId", {
      nullable: true,
      description: "Its open incident; null if there is none, or without incidents:read.",
    }),
    incidentNumber: t.exposeInt("incidentNumber", {
      nullable: true,
      description: "The number of that incident.",
    }),
    acknowledgedBy: t.exposeString("acknowledgedBy", {
      nullable: true,
      description:
        "Name of the person who acknowledged that incident, or the alert if there is no incident.",
    }),
    acknowledgedAt: t.expose("acknowledgedAt", {
      type: "DateTime",
      nullable: true,
      description: "When that person acknowledged it.",
    }),
    alertId: t.exposeID("alertId", {
      nullable: true,
      description: "Its open alert; null if there is none, or without alerts:read.",
    }),
    maintenanceEndsAt: t.expose("maintenanceEndsAt", {
      type: "DateTime",
      nullable: true,
      description:
        "The end of the maintenance window it is in; null if there is none, or without maintenances:read.",
    }),
  }),
})

const UnconfirmedFailure = builder.objectRef<UnconfirmedRow>("UnconfirmedFailure").implement({
  description: "A monitor whose last checks failed without changing its status yet.",
  fields: (t) => ({
    monitorId: t.exposeID("monitorId", { description: "The monitor." }),
    name: t.exposeString("name", { description: "The monitor's name." }),
    failures: t.exposeInt("failures", {
      description: "Failed checks in a row, fewer than `failureThreshold`.",
    }),
    failureThreshold: t.exposeInt("failureThreshold", { description: "The failure threshold." }),
    ...t.explainedOrNull(
      "reason",
      "Why the last check failed, in one English sentence, if it is known.",
      itsFindings,
    ),
    nextCheckAt: t.expose("nextCheckAt", {
      type: "DateTime",
      description: "When the next check is due.",
    }),
    maintenanceEndsAt: t.expose("maintenanceEndsAt", {
      type: "DateTime",
      nullable: true,
      description:
        "The end of the maintenance window it is in; null if there is none, or without maintenances:read.",
    }),
  }),
})

const SlowMonitor = builder.objectRef<SlowRow>("SlowMonitor").implement({
  description: "Response times of a monitor in the last 24 hours, in milliseconds.",
  fields: (t) => ({
    monitorId: t.exposeID("monitorId", { description: "The monitor." }),
    name: t.exposeString("name", { description: "The monitor's name." }),
    averageMs: t.exposeFloat("averageMs", {
      description: "The average of its checks with a response.",
    }),
    hourlyMs: t.exposeFloatList("hourlyMs", {
      description: "The average of each closed hour with a response, oldest first.",
    }),
  }),
})

const UnreliableMonitor = builder.objectRef<UnreliableRow>("UnreliableMonitor").implement({
  description: "A monitor that was offline in the last 30 days.",
  fields: (t) => ({
    monitorId: t.exposeID("monitorId", { description: "The monitor." }),
    name: t.exposeString("name", { description: "The monitor's name." }),
    uptime: t.expose("uptime", { type: Uptime, description: "Its uptime in these days." }),
  }),
})

/** `projectId` is null where nothing is shown that needs a permission. */
type SetupOf = SetupRow & { projectId: string | null }

const needs =
  (permission: Permission) =>
  ({ projectId }: SetupOf) =>
    projectId === null || { may: { projectId, permission, noun: "project" } }

const Setup = builder.objectRef<SetupOf>("ProjectSetup").implement({
  description: "Which of the first steps of a project are done.",
  fields: (t) => ({
    hasMonitor: t.exposeBoolean("hasMonitor", { description: "Whether it has a monitor." }),
    hasContactMethod: t.exposeBoolean("hasContactMethod", {
      description: "Whether the signed-in person has a verified contact method.",
    }),
    hasTestArrived: t.exposeBoolean("hasTestArrived", {
      description:
        "Whether a provider accepted a message to a verified contact method of the signed-in person, such as a test.",
    }),
    hasOnCallPolicy: t.exposeBoolean("hasOnCallPolicy", {
      description: "Whether it has an on-call policy. Needs on_call:read.",
      authScopes: needs("on_call:read"),
    }),
    hasStatusPage: t.exposeBoolean("hasStatusPage", {
      description: "Whether it has a public status page. Needs status_pages:read.",
      authScopes: needs("status_pages:read"),
    }),
    hasTeammate: t.exposeBoolean("hasTeammate", {
      description: "Whether it has a second member, or somebody was invited. Needs members:read.",
      authScopes: needs("members:read"),
    }),
  }),
})

const ProjectOverview = builder.objectRef<Overview>("ProjectOverview").implement({
  description: "A project at a glance.",
  fields: (t) => ({
    problems: t.field({
      type: [Problem],
      description:
        "Monitors that are degraded or offline, at most 20: those in maintenance last, offline first, then the latest first.",
      args: {
        monitorIds: t.arg.idList({ description: "Only these monitors, at most 100." }),
        isGrouped: t.arg.boolean({ description: "False leaves out those that are in a group." }),
      },
      resolve: async ({ projectId, groups }, { monitorIds, isGrouped }, ctx) => {
        if (monitorIds) return listProblems(ctx, projectId, { only: parse(someIds, monitorIds) })
        const grouped = isGrouped === false ? await groups() : []
        return listProblems(ctx, projectId, { without: grouped.flatMap(({ ids }) => ids) })
      },
    }),
    problemGroups: t.field({
      type: [ProblemGroup],
      description:
        "Monitors that are degraded or offline and not in maintenance by their cause, the largest group first; those that share none are in no group.",
      resolve: ({ groups }) => groups(),
    }),
    unconfirmed: t.field({
      type: [UnconfirmedFailure],
      description:
        "Monitors whose last checks failed without changing their status yet, the latest first; at most 10.",
      resolve: ({ projectId }, _args, ctx) => listUnconfirmed(ctx, projectId),
    }),
    hours: t.field({
      type: [Uptime],
      description:
        "All monitors that are not paused, in each of the last 24 hours (UTC), oldest first; the last is this hour so far.",
      resolve: async ({ projectId }, _args, ctx) =>
        (await readShared(ctx, "lastDay", projectId)).hours,
    }),
    slowest: t.field({
      type: [SlowMonitor],
      description:
        "The monitors with the longest average response time in the last 24 hours, at most 5, slowest first.",
      resolve: async ({ projectId }, _args, ctx) =>
        (await readShared(ctx, "lastDay", projectId)).slowest,
    }),
    month: t.field({
      type: Uptime,
      description: "All monitors, in this month (UTC) so far.",
      resolve: async ({ projectId }, _args, ctx) =>
        (await readShared(ctx, "reliability", projectId)).month,
    }),
    leastReliable: t.field({
      type: [UnreliableMonitor],
      description:
        "The monitors with the lowest uptime in the last 30 days, at most 5, lowest first; only those that were offline.",
      resolve: async ({ projectId }, _args, ctx) =>
        (await readShared(ctx, "reliability", projectId)).leastReliable,
    }),
    setup: t.field({
      type: Setup,
      description:
        "The first steps of the whole project; all are done for access that is limited to labels.",
      resolve: async ({ projectId }, _args, ctx): Promise<SetupOf> => {
        const isLimited = (await ctx.access.limit(projectId)) !== null
        if (isLimited) return { projectId: null, ...allDone }
        return { projectId, ...(await readSetup(ctx, projectId)) }
      },
    }),
  }),
})

builder.prismaObjectField("Project", "overview", (t) =>
  t.field({
    type: ProjectOverview,
    description: "The project at a glance. Needs monitors:read.",
    resolve: async ({ id: projectId }, _args, ctx): Promise<Overview> => {
      await ctx.access.require(projectId, "monitors:read", "project", "within")
      let reading: Promise<Group[]> | null = null
      const groups = () => (reading ??= readGroups(ctx, projectId, "monitor"))
      return { projectId, groups }
    },
  }),
)
