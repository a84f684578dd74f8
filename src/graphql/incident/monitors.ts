import { z } from "zod"
import { id } from "../input.ts"
import { requireMonitors } from "../maintenance/monitors.ts"
import type { Transaction } from "../transaction.ts"

/** What a person says of monitors, each named once. */
export const toldMonitors = z
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
type ToldMonitor = z.output<typeof toldMonitors>[number]

/** Writes what an incident says of monitors, in the place of what it said before. */
export async function tellMonitors(
  tx: Transaction,
  incident: { id: string; projectId: string },
  monitors: readonly ToldMonitor[],
): Promise<void> {
  const ids = monitors.map(({ monitorId }) => monitorId)
  await requireMonitors(tx, incident.projectId, ids, (at) => `#/monitors/${at}/monitorId`)
  const incidentId = incident.id
  await tx.db.incidentMonitor.deleteMany({ where: { incidentId } })
  await tx.db.incidentMonitor.createMany({
    data: monitors.map((one) => ({ incidentId, ...one })),
  })
}
