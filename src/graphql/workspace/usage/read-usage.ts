import type { Plan } from "../../../../prisma/generated/enums.ts"
import { monthOf } from "../../../platform/meter/meter.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import {
  monitorLimit,
  requestAllowance,
  statusPageLimit,
  telemetryQuota,
} from "../project/rules/project-limits.ts"

export type Usage = {
  plan: Plan
  period: { startsAt: Date; endsAt: Date }
  requests: { used: number; limit: number; remaining: number }
  burst: { limitPerMinute: number; remaining: number; resetsAt: Date }
  monitors: { used: number; limit: number | null }
  statusPages: { used: number; limit: number | null }
  telemetry: TelemetryUsage
}

/** What was sent today (UTC), a few seconds old at most. */
export type TelemetryUsage = {
  bytes: Amount
  records: Amount
  resetsAt: Date
}

type Amount = { used: number; limit: number | null }

/** A project's usage of its plan; reading it is not counted. */
export async function readUsage(ctx: Context, projectId: string): Promise<Usage> {
  await ctx.access.require(projectId, "usage:read")
  const { database, meter } = ctx
  const project = await database.prisma.project.findUnique({
    where: { id: projectId },
    select: {
      plan: true,
      _count: { select: { monitors: { where: { deletedAt: null } }, statusPages: true } },
    },
  })
  if (project === null) throw notFound("project")
  const { plan, _count: present } = project
  const allowance = requestAllowance(plan)
  const { minuteUsed, minuteEndsInMs, monthUsed, now } = await meter.read(projectId, allowance)
  return {
    plan,
    period: monthOf(now),
    requests: {
      used: monthUsed,
      limit: allowance.perMonth,
      remaining: Math.max(0, allowance.perMonth - monthUsed),
    },
    burst: {
      limitPerMinute: allowance.perMinute,
      remaining: Math.max(0, allowance.perMinute - minuteUsed),
      resetsAt: new Date(now.getTime() + minuteEndsInMs),
    },
    monitors: { used: present.monitors, limit: monitorLimit(plan) },
    statusPages: { used: present.statusPages, limit: statusPageLimit(plan) },
    telemetry: await readTelemetryUsage(ctx, projectId, plan, now),
  }
}

async function readTelemetryUsage(
  { database: { prisma }, env }: Context,
  projectId: string,
  plan: Plan,
  now: Date,
): Promise<TelemetryUsage> {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const { _sum: sum } = await prisma.telemetryUsage.aggregate({
    where: { projectId, day },
    _sum: { bytes: true, records: true },
  })
  const quota = telemetryQuota(plan, env)
  return {
    bytes: { used: Number(sum.bytes ?? 0), limit: quota.bytes },
    records: { used: Number(sum.records ?? 0), limit: quota.records },
    resetsAt: new Date(day.getTime() + 86_400_000),
  }
}
