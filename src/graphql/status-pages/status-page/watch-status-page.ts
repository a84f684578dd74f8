import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { watch } from "../../live/watch.ts"

const input = z.object({ projectId: id, statusPageId: id.nullish() })

/** How many pages a stream opens with. */
const pagesAtMost = 100

/**
 * Streams the pages of a project, or one of them, then each page whose texts, groups, resources or order change.
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchStatusPages(ctx: Context, given: z.input<typeof input>) {
  const { projectId, statusPageId } = parse(input, given)
  const { pool, prisma } = ctx.database
  const noun = statusPageId ? "status page" : "project"
  await ctx.access.require(projectId, "status_pages:read", noun)
  const one = async (id: string) => {
    const { rows } = await pool.query<{ id: string }>({
      name: "status-page-of-project",
      text: "select id from status_page where id = $1 and project_id = $2",
      values: [id, projectId],
    })
    return rows[0] ?? null
  }
  if (statusPageId && (await one(statusPageId)) === null) throw notFound("status page")
  return watch(ctx, {
    projectId,
    permission: "status_pages:read",
    noun,
    topic: "status_page.changed",
    matches: (payload) =>
      payload.projectId === projectId && (!statusPageId || payload.statusPageId === statusPageId),
    snapshot: () =>
      prisma.statusPage.findMany({
        where: { projectId, ...(statusPageId ? { id: statusPageId } : {}) },
        orderBy: [{ name: "asc" }, { id: "asc" }],
        take: pagesAtMost,
        select: { id: true },
      }),
    read: (payload) => one(payload.statusPageId),
  })
}
