import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { openAtMost, watchRows } from "../../live/watch-rows.ts"

const input = z.object({ projectId: id, incidentId: id.nullish() })

/** Streams the open incidents, newest last, then each incident that changes; or a single incident, open or not. */
export async function watchIncidents(ctx: Context, given: z.input<typeof input>) {
  const { projectId, incidentId } = parse(input, given)
  return watchRows(ctx, {
    projectId,
    id: incidentId,
    noun: "incident",
    permission: "incidents:read",
    type: "incident",
    topic: "incident.changed",
    rowOf: ({ projectId, incidentId }) => ({ projectId, id: incidentId }),
    find: (only) =>
      ctx.database.prisma.incident.findMany({
        where: { projectId, ...(only ?? { resolvedAt: null }) },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        take: -openAtMost,
        select: { id: true },
      }),
  })
}
