import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { whereId } from "../../kernel/require-found.ts"
import { changeStatusPage } from "../status-page/change-page.ts"

/**
 * Ends a subscription and deletes its queued deliveries. Access is checked for unknown ids too, so that they fail
 * exactly like ids of other projects.
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function removeSubscriber(ctx: Context, subscriberId: string): Promise<string> {
  const where = whereId(subscriberId)
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
