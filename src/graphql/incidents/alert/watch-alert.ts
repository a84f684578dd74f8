import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { openAtMost, watchRows } from "../../live/watch-rows.ts"

const input = z.object({ projectId: id, alertId: id.nullish() })

/** Streams the open alerts, newest last, then each alert that changes; or a single alert, open or not. */
export async function watchAlerts(ctx: Context, given: z.input<typeof input>) {
  const { projectId, alertId } = parse(input, given)
  return watchRows(ctx, {
    projectId,
    id: alertId,
    noun: "alert",
    permission: "alerts:read",
    type: "alert",
    topic: "alert.changed",
    rowOf: ({ projectId, alertId }) => ({ projectId, id: alertId }),
    find: (only) =>
      ctx.database.prisma.alert.findMany({
        where: { projectId, ...(only ?? { resolvedAt: null }) },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        take: -openAtMost,
        select: { id: true },
      }),
  })
}
