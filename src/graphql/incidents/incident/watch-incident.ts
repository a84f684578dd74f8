import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { watch } from "../../live/watch.ts"

const input = z.object({ projectId: id, incidentId: id.nullish() })

/** Size of the snapshot. */
const openAtMost = 100

/**
 * Streams the open incidents, newest last, then each incident that changes; or a single incident, open or not.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchIncidents(ctx: Context, given: z.input<typeof input>) {
  const { projectId, incidentId } = parse(input, given)
  const { pool, prisma } = ctx.database
  const noun = incidentId ? "incident" : "project"
  const about = incidentId ? ({ type: "incident", id: incidentId } as const) : "within"
  await ctx.access.require(projectId, "incidents:read", noun, about)
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
    about,
    subject: ({ id }) => ({ type: "incident", id }),
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
