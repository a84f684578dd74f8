import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { openAtMost, watchRows } from "../../live/watch-rows.ts"

const input = z.object({ projectId: id, maintenanceId: id.nullish() })

/**
 * Streams the current and upcoming windows, earliest first, then each window that changes, starts or ends; or a
 * single window in any state.
 */
export async function watchMaintenances(ctx: Context, given: z.input<typeof input>) {
  const { projectId, maintenanceId } = parse(input, given)
  return watchRows(ctx, {
    projectId,
    id: maintenanceId,
    noun: "maintenance",
    permission: "maintenances:read",
    type: "maintenance",
    topic: "maintenance.changed",
    rowOf: ({ projectId, maintenanceId }) => ({ projectId, id: maintenanceId }),
    find: (only) =>
      ctx.database.prisma.maintenance.findMany({
        where: { projectId, ...(only ?? { state: { in: ["scheduled", "ongoing"] } }) },
        orderBy: [{ startsAt: "asc" }, { id: "asc" }],
        take: openAtMost,
        select: { id: true },
      }),
  })
}
