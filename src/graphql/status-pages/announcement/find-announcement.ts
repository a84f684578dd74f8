import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * An announcement that the actor may change. An unknown id and an id of another project cause the same
 * error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findAnnouncement(ctx: Context, announcementId: string) {
  const where = whereId(announcementId)
  const found = await ctx.database.prisma.statusPageAnnouncement.findUnique({
    where,
    include: { page: true },
  })
  const noun = "announcement"
  return requireFound(ctx, found, found?.page.projectId ?? where.id, "status_pages:write", noun)
}
