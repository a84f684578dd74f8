import { z } from "zod"
import type { Correction } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { description, id, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { requireMonitors } from "../../maintenance/window/maintenance-monitors.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { correctRollups } from "./correct-rollups.ts"
import { requireSpan } from "./rules/correction-span.ts"

const input = z.object({
  projectId: id,
  monitorIds: z
    .array(id, { error: "must be a list of monitors" })
    .min(1, "must name at least one monitor")
    .max(100, "must name at most 100 monitors")
    .transform((ids) => [...new Set(ids)]),
  startsAt: z.date({ error: "must be a date and time" }),
  endsAt: z.date({ error: "must be a date and time" }),
  reason: description.trim().min(1, "must not be empty"),
})

/** Leaves a span of the past out of the uptime of monitors; checks and status changes stay as they are. */
export async function createCorrection(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<Correction> {
  const { monitorIds, ...data } = parse(input, given)
  const { projectId, startsAt, endsAt, reason } = data
  await ctx.access.require(projectId, "monitors:write", "project", "within")
  const limit = await ctx.access.limit(projectId)
  requireSpan(data, ctx.clock.now())
  const { kind } = ctx.actor
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireMonitors(tx, { projectId, limit }, monitorIds)
    await requireEffect(tx, monitorIds, data)
    const correction = await tx.db.correction.create({
      data: {
        ...data,
        id: newId(),
        actorKind: kind === "anonymous" ? "system" : kind,
        actorName: actorName(ctx.actor),
        createdAt: ctx.clock.now(),
        monitors: { create: monitorIds.map((monitorId) => ({ monitorId })) },
      },
    })
    await correctRollups(tx, monitorIds, data)
    const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
    const subject = { projectId, id: correction.id, name: reason.slice(0, 200) }
    await recordAudit(tx, ctx.actor, "correction.created", subject, { ...times, monitorIds })
    for (const monitorId of monitorIds) tx.publish("monitor.changed", { projectId, monitorId })
    return correction
  })
}

/** @throws {DomainError} conflict if another correction leaves all of it out already. */
async function requireEffect(
  { db }: Transaction,
  monitorIds: string[],
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<void> {
  const covering = await db.correctionMonitor.findMany({
    where: {
      monitorId: { in: monitorIds },
      correction: { startsAt: { lte: startsAt }, endsAt: { gte: endsAt } },
    },
    select: { monitorId: true, correction: { select: { actorName: true } } },
  })
  if (new Set(covering.map(({ monitorId }) => monitorId)).size < monitorIds.length) return
  throw conflict("A correction already excludes this span.")
}
