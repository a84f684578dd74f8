import { z } from "zod"
import { conflict } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import { monitorScope, type Limit } from "../../kernel/monitor-scope.ts"
import { requireMonitors } from "../../maintenance/window/maintenance-monitors.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** Announced statuses of monitors, without duplicates. */
export const announcedMonitors = z
  .array(
    z.object({
      monitorId: id,
      status: z.enum(["operational", "degraded", "offline"], {
        error: "must be operational, degraded or offline",
      }),
    }),
    { error: "must be a list of monitors with a status each" },
  )
  .max(100, "must name at most 100 monitors")
  .refine((all) => new Set(all.map(({ monitorId }) => monitorId)).size === all.length, {
    error: "must name each monitor once",
  })
type AnnouncedMonitor = z.output<typeof announcedMonitors>[number]

/** @throws {DomainError} conflict if the incident affects monitors that the actor may not see. */
async function keepOthers({ db }: Transaction, incidentId: string, limit: readonly string[]) {
  const where = { incidentId, monitor: { isNot: monitorScope(limit) } }
  if ((await db.incidentMonitor.count({ where })) === 0) return
  throw conflict("The incident affects monitors that you may not see, so you cannot replace them.")
}

/** Replaces the affected monitors of an incident. */
export async function announceMonitorChanges(
  tx: Transaction,
  incident: { id: string; projectId: string; monitorId: string | null },
  limit: Limit,
  monitors: readonly AnnouncedMonitor[],
): Promise<void> {
  const ids = monitors.map(({ monitorId }) => monitorId)
  const { id: incidentId, projectId, monitorId } = incident
  if (limit !== null) await keepOthers(tx, incidentId, limit)
  // An incident of a monitor may affect no others.
  if (ids.length > 0 || monitorId === null) {
    await requireMonitors(tx, { projectId, limit }, ids, (at) => `#/monitors/${at}/monitorId`)
  }
  await tx.db.incidentMonitor.deleteMany({ where: { incidentId } })
  await tx.db.incidentMonitor.createMany({
    data: monitors.map((one) => ({ incidentId, ...one })),
  })
}
