import { reasonOf } from "../../../../findings/say.ts"
import { builder } from "../../../kernel/builder.ts"
import type { Context } from "../../../kernel/context.ts"
import { Finding } from "../../../kernel/finding.graph.ts"
import { parse, wholeNumber } from "../../../kernel/input.ts"
import { Uptime } from "../../check/check-uptime.graph.ts"
import { uptimeOf } from "../../check/check-uptime.ts"
import { noTimes } from "../../check/rules/uptime-times.ts"
import { detailsOf, type RecentCheck } from "./load-details.ts"
import { MonitorStatus } from "../../check/check-enums.graph.ts"
import { listed } from "../row-columns.ts"
import { unwatchedFindings } from "../rules/unwatched.ts"

const RecentCheckType = builder.objectRef<RecentCheck>("RecentCheck").implement({
  description: "A check as lists show it; `Monitor.checks` returns all fields.",
  fields: (t) => ({
    startedAt: t.expose("startedAt", { type: "DateTime", description: "When it started." }),
    status: t.expose("status", { type: MonitorStatus, description: "Its result." }),
    durationMs: t.exposeFloat("durationMs", { description: "Its duration in milliseconds." }),
  }),
})

// Made once: they are read for each row, and making one takes longer.
const checksShown = wholeNumber(1, 50)
const daysShown = wholeNumber(1, 90)

const unwatchedOf = async (ctx: Context, id: string) =>
  (await detailsOf(ctx).situation(id))?.unwatched ?? null

builder.prismaObjectFields("Monitor", (t) => ({
  isInMaintenance: t.boolean({
    description: "True during a maintenance window.",
    ...listed(({ isInMaintenance }) => isInMaintenance),
    resolve: async ({ id }, _args, ctx) =>
      (await detailsOf(ctx).situation(id))?.isInMaintenance ?? false,
  }),
  unconfirmedFailures: t.int({
    description:
      "Failed checks in a row that have not changed the status yet, fewer than `failureThreshold`; 0 if there are none.",
    ...listed(({ unconfirmedFailures }) => unconfirmedFailures),
    resolve: async ({ id }, _args, ctx) =>
      (await detailsOf(ctx).situation(id))?.unconfirmedFailures ?? 0,
  }),
  unwatchedReason: t.string({
    nullable: true,
    description:
      "Why an outage of it would not be noticed: its status has been unknown for at least 30 minutes for a reason that does not pass by itself, announced to owners. Null while it is watched or paused.",
    ...listed(({ unwatched }) => unwatched && reasonOf(unwatchedFindings(unwatched))),
    resolve: async ({ id }, _args, ctx) => reasonOf(unwatchedFindings(await unwatchedOf(ctx, id))),
  }),
  unwatchedFindings: t.field({
    type: [Finding],
    description: "The same as data; empty while it is watched or paused.",
    ...listed(({ unwatched }) =>
      unwatched === undefined ? undefined : unwatchedFindings(unwatched),
    ),
    resolve: async ({ id }, _args, ctx) => unwatchedFindings(await unwatchedOf(ctx, id)),
  }),
  recentChecks: t.field({
    type: [RecentCheckType],
    description: "Its last checks, newest first.",
    args: { first: t.arg.int({ description: "At most 50; 30 by default." }) },
    resolve: async ({ id }, { first }, ctx) =>
      (await detailsOf(ctx).checks(id, parse(checksShown, first ?? 30))) ?? [],
  }),
  recentUptime: t.field({
    type: Uptime,
    description: "Its uptime of the last days (UTC), including today until now.",
    args: { days: t.arg.int({ description: "At most 90; 30 by default." }) },
    resolve: async ({ id }, { days }, ctx) => {
      const now = ctx.clock.now()
      return (
        (await detailsOf(ctx).uptime(id, parse(daysShown, days ?? 30))) ??
        uptimeOf(now, now, noTimes)
      )
    },
  }),
  p95Ms: t.float({
    nullable: true,
    description:
      "The 95th percentile of its response times in the last 24 hours, in milliseconds; null without a response.",
    resolve: ({ id }, _args, ctx) => detailsOf(ctx).p95(id),
  }),
}))
