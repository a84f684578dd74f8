import type { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { findStatusPage } from "./find-status-page.ts"
import { host } from "./page-host.ts"
import { slug } from "./page-slug.ts"

export const slugTaken = "is taken by another status page; choose another one"
export const hostOfInstallation = "is the name of this installation; choose another one"
export const hostOfPage = "is already a domain of this page"

const issueIn = (schema: z.ZodType, value: string): string | null =>
  schema.safeParse(value).error?.issues[0]?.message ?? null

/** Why a new status page cannot have a slug, as `createStatusPage` would refuse it; null if it can. */
export async function checkSlug(
  ctx: Context,
  projectId: string,
  wanted: string,
): Promise<string | null> {
  await ctx.access.require(projectId, "status_pages:write")
  const issue = issueIn(slug, wanted)
  if (issue !== null) return issue
  const taken = await ctx.database.prisma.statusPage.count({ where: { slug: wanted } })
  return taken > 0 ? slugTaken : null
}

/** Why a page cannot be served at a domain; null if it can, once its DNS records are there. */
export async function checkHost(
  ctx: Context,
  statusPageId: string,
  wanted: string,
): Promise<string | null> {
  const page = await findStatusPage(ctx, statusPageId, "status_pages:write")
  const issue = issueIn(host, wanted)
  if (issue !== null) return issue
  const name = host.parse(wanted)
  if (name === new URL(ctx.env.BASE_URL).hostname) return hostOfInstallation
  const domains = await ctx.database.prisma.statusPageDomain.findMany({
    where: { host: name, OR: [{ pageId: page.id }, { verifiedHost: { not: null } }] },
    select: { pageId: true },
  })
  if (domains.some(({ pageId }) => pageId === page.id)) return hostOfPage
  return domains.length > 0 ? "is the domain of another status page; remove it there first" : null
}
