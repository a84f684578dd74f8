import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changeStatusPage } from "./change-page.ts"
import { findDomain } from "./find-status-page.ts"

/** Removes a domain; the page is no longer served under it. */
export async function removeDomain(ctx: Context, domainId: string): Promise<string> {
  const { id, host, page } = await findDomain(ctx, domainId)
  return changeStatusPage(ctx, page, async ({ db }) => {
    const { count } = await db.statusPageDomain.deleteMany({ where: { id } })
    if (count === 0) throw notFound("status page domain")
    return { action: "status_page.domain_removed", changes: { host }, result: id }
  })
}
