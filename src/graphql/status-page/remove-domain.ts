import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { changeStatusPage } from "./change.ts"
import { findDomain } from "./find.ts"

/** The page is no longer shown under that name. */
export async function removeDomain(ctx: Context, domainId: string): Promise<string> {
  const { id, host, page } = await findDomain(ctx, domainId)
  return changeStatusPage(ctx, page, async ({ db }) => {
    const { count } = await db.statusPageDomain.deleteMany({ where: { id } })
    if (count === 0) throw notFound("status page domain")
    return { action: "status_page.domain_removed", changes: { host }, result: id }
  })
}
