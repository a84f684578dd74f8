import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { correctRollups } from "./correct-rollups.ts"
import { findCorrection } from "./find-correction.ts"

/** Undoes a correction: its span counts again, unless another correction excludes it too. */
export async function deleteCorrection(ctx: Context, correctionId: string): Promise<string> {
  const found = await findCorrection(ctx, correctionId, "monitors:write")
  const { id, projectId, startsAt, endsAt, reason } = found
  await transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "correction")
    const monitors = await tx.db.correctionMonitor.findMany({ where: { correctionId: id } })
    const { count } = await tx.db.correction.deleteMany({ where: { id } })
    if (count === 0) throw notFound("correction")
    const monitorIds = monitors.map(({ monitorId }) => monitorId)
    await correctRollups(tx, monitorIds, found)
    const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
    const subject = { projectId, id, name: reason.slice(0, 200) }
    await recordAudit(tx, ctx.actor, "correction.deleted", subject, { ...times, monitorIds })
    for (const monitorId of monitorIds) tx.publish("monitor.changed", { projectId, monitorId })
  })
  return id
}
