import type { Transaction } from "../kernel/transaction.ts"
import { resolveAlerts } from "./delete-slo.ts"

/**
 * Removes a deleted monitor from its SLOs, with its past time. One that is left without monitors has no data, and its
 * open alerts are resolved.
 */
export async function leaveSlos(
  tx: Transaction,
  { id: monitorId, projectId }: { id: string; projectId: string },
): Promise<void> {
  const slos = await tx.db.$queryRaw<{ id: string }[]>`
    select id from slo where id in (select slo_id from slo_monitor where monitor_id = ${monitorId}::uuid)
     order by id for update`
  if (slos.length === 0) return
  const ids = slos.map(({ id }) => id)
  await tx.db.sloMonitor.deleteMany({ where: { monitorId, sloId: { in: ids } } })
  const kept = await tx.db.sloMonitor.findMany({
    where: { sloId: { in: ids } },
    distinct: ["sloId"],
    select: { sloId: true },
  })
  const isKept = new Set(kept.map(({ sloId }) => sloId))
  const at = new Date()
  for (const id of ids) {
    if (!isKept.has(id)) {
      const finding = { code: "slo_without_monitors", parameters: {} } as const
      await resolveAlerts(tx, id, { at, finding })
      await tx.db.sloBurn.deleteMany({ where: { sloId: id } })
    }
    // Sets updatedAt, so that an evaluation under way with the monitor is not stored.
    await tx.db.slo.update({ where: { id }, data: { dueAt: at } })
    tx.publish("slo.changed", { projectId, sloId: id })
  }
}
