import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { watch } from "../../live/watch.ts"

const input = z.object({ projectId: id, maintenanceId: id.nullish() })

/** Size of the snapshot. */
const activeAtMost = 100

/**
 * Streams the current and upcoming windows, earliest first, then each window that changes, starts or ends; or a
 * single window in any state.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchMaintenances(ctx: Context, given: z.input<typeof input>) {
  const { projectId, maintenanceId } = parse(input, given)
  const { pool, prisma } = ctx.database
  const noun = maintenanceId ? "maintenance" : "project"
  const about = maintenanceId ? ({ type: "maintenance", id: maintenanceId } as const) : "within"
  await ctx.access.require(projectId, "maintenances:read", noun, about)
  const one = async (id: string) => {
    const { rows } = await pool.query<{ id: string }>({
      name: "maintenance-of-project",
      text: "select id from maintenance where id = $1 and project_id = $2",
      values: [id, projectId],
    })
    return rows[0] ?? null
  }
  if (maintenanceId && (await one(maintenanceId)) === null) throw notFound("maintenance")
  return watch(ctx, {
    projectId,
    permission: "maintenances:read",
    noun,
    about,
    subject: ({ id }) => ({ type: "maintenance", id }),
    topic: "maintenance.changed",
    matches: (payload) =>
      payload.projectId === projectId &&
      (!maintenanceId || payload.maintenanceId === maintenanceId),
    snapshot: () =>
      prisma.maintenance.findMany({
        where: {
          projectId,
          ...(maintenanceId ? { id: maintenanceId } : { state: { in: ["scheduled", "ongoing"] } }),
        },
        orderBy: [{ startsAt: "asc" }, { id: "asc" }],
        take: activeAtMost,
        select: { id: true },
      }),
    read: (payload) => one(payload.maintenanceId),
  })
}
