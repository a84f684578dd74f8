import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { watch } from "../../live/watch.ts"

const input = z.object({ projectId: id, alertId: id.nullish() })

/** Size of the snapshot. */
const openAtMost = 100

/**
 * Streams the open alerts, newest last, then each alert that changes; or a single alert, open or not.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchAlerts(ctx: Context, given: z.input<typeof input>) {
  const { projectId, alertId } = parse(input, given)
  const { pool, prisma } = ctx.database
  const noun = alertId ? "alert" : "project"
  const about = alertId ? ({ type: "alert", id: alertId } as const) : "within"
  await ctx.access.require(projectId, "alerts:read", noun, about)
  const one = async (id: string) => {
    const { rows } = await pool.query<{ id: string }>({
      name: "alert-of-project",
      text: "select id from alert where id = $1 and project_id = $2",
      values: [id, projectId],
    })
    return rows[0] ?? null
  }
  if (alertId && (await one(alertId)) === null) throw notFound("alert")
  return watch(ctx, {
    projectId,
    permission: "alerts:read",
    noun,
    about,
    subject: ({ id }) => ({ type: "alert", id }),
    topic: "alert.changed",
    matches: (payload) =>
      payload.projectId === projectId && (!alertId || payload.alertId === alertId),
    async snapshot() {
      const rows = await prisma.alert.findMany({
        where: { projectId, ...(alertId ? { id: alertId } : { resolvedAt: null }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: openAtMost,
        select: { id: true },
      })
      return rows.toReversed()
    },
    read: (payload) => one(payload.alertId),
  })
}
