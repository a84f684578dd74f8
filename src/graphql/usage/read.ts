import type { Plan } from "../../../prisma/generated/enums.ts"
import { monthOf } from "../../meter/meter.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { monitorLimit, requestAllowance, statusPageLimit } from "../project/limits.ts"

export type Usage = {
  plan: Plan
  period: { startsAt: Date; endsAt: Date }
  requests: { used: number; limit: number; remaining: number }
  burst: { limitPerMinute: number; remaining: number; resetsAt: Date }
  monitors: { used: number; limit: number | null }
  statusPages: { used: number; limit: number | null }
}

/** What a project has used of its plan; asking for it uses nothing. */
export async function readUsage(ctx: Context, projectId: string): Promise<Usage> {
  await ctx.access.require(projectId, "usage:read")
  const { database, clock, meter } = ctx
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
  const { minuteUsed, minuteEndsInMs, monthUsed } = await meter.read(projectId, allowance)
  const now = clock.now()
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
  }
}
