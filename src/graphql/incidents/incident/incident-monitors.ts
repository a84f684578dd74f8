import { z } from "zod"
import { id } from "../../kernel/input.ts"
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

/** Replaces the affected monitors of an incident. */
export async function announceMonitorChanges(
  tx: Transaction,
  incident: { id: string; projectId: string },
  monitors: readonly AnnouncedMonitor[],
): Promise<void> {
  const ids = monitors.map(({ monitorId }) => monitorId)
  await requireMonitors(tx, incident.projectId, ids, (at) => `#/monitors/${at}/monitorId`)
  const incidentId = incident.id
  await tx.db.incidentMonitor.deleteMany({ where: { incidentId } })
  await tx.db.incidentMonitor.createMany({
    data: monitors.map((one) => ({ incidentId, ...one })),
  })
}
