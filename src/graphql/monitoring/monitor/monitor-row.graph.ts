import type { GraphQLResolveInfo } from "graphql"
import { Kind } from "graphql"
import { builder } from "../../kernel/builder.ts"
import { parse, wholeNumber } from "../../kernel/input.ts"
import { selectsOnly } from "../../kernel/selected-fields.ts"
import { Uptime } from "../check/check-uptime.graph.ts"
import { uptimeOf } from "../check/check-uptime.ts"
import type { MonitorRows } from "./list-monitors.ts"
import { listMonitorRows } from "./list-monitors.ts"
import { DnsRecordType, MonitorKind, MonitorStatus } from "./monitor-enums.graph.ts"
import type { MonitorRow as Row } from "./row-columns.ts"
import { plainFields } from "./row-columns.ts"
import type { RecentCheck, RowLabel, RowPolicy } from "./row-parts.ts"
import { TelemetryConditionType } from "./telemetry-condition.graph.ts"
import { printInterval } from "./rules/monitor-interval.ts"

const RowLabelType = builder.objectRef<RowLabel>("MonitorRowLabel").implement({
  description: "A label of a monitor in a list.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    color: t.exposeString("color", { description: "#rrggbb." }),
  }),
})

const RowPolicyType = builder.objectRef<RowPolicy>("MonitorRowPolicy").implement({
  description: "The on-call policy of a monitor in a list.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Its name." }),
  }),
})

const RecentCheckType = builder.objectRef<RecentCheck>("RecentCheck").implement({
  description: "A check of a monitor in a list; `Monitor.checks` returns all fields.",
  fields: (t) => ({
    startedAt: t.expose("startedAt", { type: "DateTime", description: "When it started." }),
    status: t.expose("status", { type: MonitorStatus, description: "Its result." }),
    durationMs: t.exposeFloat("durationMs", { description: "Its duration in milliseconds." }),
  }),
})

// Made once: they are read for each row, and making one takes longer.
const checksShown = wholeNumber(1, 50)
const daysShown = wholeNumber(1, 90)

/** Plain values without scopes: anyone who may read the page may read its rows. */
export const MonitorRow = builder.objectRef<Row>("MonitorRow").implement({
  description:
    "A monitor with the fields that lists show; `monitor` returns all fields. What is read for a page is read in one statement.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    kind: t.expose("kind", { type: MonitorKind, description: "Its kind." }),
    url: t.exposeString("url", { nullable: true, description: "The URL, if its kind has one." }),
    host: t.exposeString("host", { nullable: true, description: "The host, if its kind has one." }),
    port: t.exposeInt("port", { nullable: true, description: "The port, if one is set." }),
    dnsRecordType: t.expose("dnsRecordType", {
      type: DnsRecordType,
      nullable: true,
      description: "The record type, if its kind has one.",
    }),
    interval: t.string({
      description: "How often it is checked: 1m to 24h.",
      resolve: ({ intervalSeconds }) => printInterval(intervalSeconds),
    }),
    intervalSeconds: t.exposeInt("intervalSeconds", { description: "The same in seconds." }),
    heartbeatIntervalMinutes: t.exposeInt("heartbeatIntervalMinutes", {
      nullable: true,
      description: "How often a ping is expected, if its kind has pings.",
    }),
    telemetry: t.expose("telemetry", {
      type: TelemetryConditionType,
      nullable: true,
      description: "When telemetry is a failure, if its kind has this.",
    }),
    status: t.expose("status", {
      type: MonitorStatus,
      description: "Current status of the target.",
    }),
    statusColor: t.exposeString("statusColor", {
      description: "Color of the status, #rrggbb.",
    }),
    statusSince: t.expose("statusSince", {
      type: "DateTime",
      description: "When this status began.",
    }),
    isPaused: t.exposeBoolean("isPaused", { description: "True while it is not checked." }),
    isMuted: t.boolean({
      description: "True while it is muted.",
      resolve: ({ mutedUntil }) => mutedUntil !== null,
    }),
    isInMaintenance: t.exposeBoolean("isInMaintenance", {
      description: "True during a maintenance window.",
    }),
    failureThreshold: t.exposeInt("failureThreshold", {
      description: "The failure threshold.",
    }),
    unconfirmedFailures: t.exposeInt("unconfirmedFailures", {
      description:
        "Failed checks in a row that have not changed the status yet, fewer than `failureThreshold`; 0 if there are none.",
    }),
    mutedUntil: t.expose("mutedUntil", {
      type: "DateTime",
      nullable: true,
      description: "When the mute ends; null if it is not muted.",
    }),
    lastCheckAt: t.expose("lastCheckAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last check started; null before the first.",
    }),
    lastCheckReason: t.exposeString("lastCheckReason", {
      nullable: true,
      description: "Why the last check failed; null if it passed.",
    }),
    lastCheckDurationMs: t.exposeFloat("lastCheckDurationMs", {
      nullable: true,
      description: "Duration of the last check in milliseconds.",
    }),
    lastPingAt: t.expose("lastPingAt", {
      type: "DateTime",
      nullable: true,
      description: "When the job last called, if its kind has pings.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When a person last changed it.",
    }),
    labels: t.field({
      type: [RowLabelType],
      description: "Its labels, by name.",
      resolve: ({ id, labels, parts }) =>
        labels === undefined ? parts.labels().then((all) => all.get(id) ?? []) : (labels ?? []),
    }),
    onCallPolicy: t.field({
      type: RowPolicyType,
      nullable: true,
      description: "The policy of its alerts; null for the project's default. Needs on_call:read.",
      resolve: async ({ id, parts }) => (await parts.policies()).get(id) ?? null,
    }),
    recentChecks: t.field({
      type: [RecentCheckType],
      description: "Its last checks, newest first.",
      args: { first: t.arg.int({ description: "At most 50; 30 by default." }) },
      resolve: async ({ id, parts }, args) => {
        const first = parse(checksShown, args.first ?? 30)
        return (await parts.checks(first)).get(id) ?? []
      },
    }),
    uptime: t.field({
      type: Uptime,
      description: "Its uptime of the last days (UTC), including today until now.",
      args: { days: t.arg.int({ description: "At most 90; 30 by default." }) },
      resolve: async ({ id, parts }, args, { clock }) => {
        const found = (await parts.uptime(parse(daysShown, args.days ?? 30))).get(id)
        const nothing = { operational: 0, degraded: 0, offline: 0, unknown: 0, maintenance: 0 }
        return found ?? uptimeOf(clock.now(), clock.now(), nothing)
      },
    }),
    p95Ms: t.float({
      nullable: true,
      description:
        "The 95th percentile of its response times in the last 24 hours, in milliseconds; null without a response.",
      resolve: async ({ id, parts }) => (await parts.p95()).get(id) ?? null,
    }),
  }),
})

const Rows = builder.objectRef<MonitorRows>("MonitorRows").implement({
  description: "One page of monitors.",
  fields: (t) => ({
    rows: t.expose("rows", {
      type: [MonitorRow],
      description: "The monitors of this page, in order.",
    }),
    hasNextPage: t.exposeBoolean("hasNextPage", {
      description: "Whether entries follow this page.",
    }),
    endCursor: t.exposeString("endCursor", {
      nullable: true,
      description: "The cursor of the last row; null on an empty page.",
    }),
  }),
})

builder.queryField("monitorRows", (t) =>
  t.field({
    type: Rows,
    description:
      "The monitors of a project by name, for lists that are read often; `Project.monitors` searches, filters and sorts. Needs monitors:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      first: t.arg.int({ description: "Number of monitors, at most 100; 25 by default." }),
      after: t.arg.string({ description: "Only entries after this cursor." }),
    },
    resolve: (_root, args, ctx, info) => listMonitorRows(ctx, args, isPlain(info)),
  }),
)

/** Whether the rows need only plain columns; a fragment around `rows` counts as more. */
function isPlain({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const below = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  return below.every(
    (node) =>
      node.kind === Kind.FIELD &&
      (node.name.value !== "rows" || selectsOnly({ fieldNodes: [node], fragments }, plainFields)),
  )
}
