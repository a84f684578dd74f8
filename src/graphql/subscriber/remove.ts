import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { changeStatusPage } from "../status-page/change.ts"

const input = z.object({ id })

/**
 * Ends somebody's subscription with all that it is still owed. An unknown id is asked for like any other, so
 * that it answers exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function removeSubscriber(ctx: Context, subscriberId: string): Promise<string> {
  const where = parse(input, { id: subscriberId })
  const found = await ctx.database.prisma.statusPageSubscriber.findUnique({
    where,
    include: { page: true },
  })
  const noun = "subscriber"
  await ctx.access.require(found?.page.projectId ?? where.id, "status_pages:write", noun)
  if (found === null) throw notFound(noun)
  return changeStatusPage(ctx, found.page, async ({ db }) => {
    await db.statusPageSubscriber.deleteMany({ where })
    return {
      action: "status_page.subscriber_removed",
      changes: { subscriberId: where.id, kind: found.kind },
      result: where.id,
    }
  })
}
