import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * An announcement that the actor may change. An unknown id and an id of another project cause the same
 * error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findAnnouncement(ctx: Context, announcementId: string) {
  const where = parse(input, { id: announcementId })
  const found = await ctx.database.prisma.statusPageAnnouncement.findUnique({
    where,
    include: { page: true },
  })
  const noun = "announcement"
  await ctx.access.require(found?.page.projectId ?? where.id, "status_pages:write", noun)
  if (found === null) throw notFound(noun)
  return found
}
