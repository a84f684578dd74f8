import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { watch } from "../watch.ts"

const input = z.object({ projectId: id, incidentId: id.nullish() })

/** How many open incidents a stream opens with. */
const openAtMost = 100

/**
 * The open incidents, newest last, and then each that changes; or one incident, open or not.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchIncidents(ctx: Context, given: z.input<typeof input>) {
  const { projectId, incidentId } = parse(input, given)
  const { pool, prisma } = ctx.database
  const noun = incidentId ? "incident" : "project"
  await ctx.access.require(projectId, "incidents:read", noun)
  const one = async (id: string) => {
    const { rows } = await pool.query<{ id: string }>({
      name: "incident-of-project",
      text: "select id from incident where id = $1 and project_id = $2",
      values: [id, projectId],
    })
    return rows[0] ?? null
  }
  if (incidentId && (await one(incidentId)) === null) throw notFound("incident")
  return watch(ctx, {
    projectId,
    permission: "incidents:read",
    noun,
    topic: "incident.changed",
    matches: (payload) =>
      payload.projectId === projectId && (!incidentId || payload.incidentId === incidentId),
    async snapshot() {
      const rows = await prisma.incident.findMany({
        where: { projectId, ...(incidentId ? { id: incidentId } : { resolvedAt: null }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: openAtMost,
        select: { id: true },
      })
      return rows.toReversed()
    },
    read: (payload) => one(payload.incidentId),
  })
}
