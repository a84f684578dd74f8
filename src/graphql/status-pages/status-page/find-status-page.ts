import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * A page that the actor may access. An unknown id and an id of another project cause the same error, here and in the
 * functions below.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findStatusPage(ctx: Context, pageId: string, permission: Permission) {
  const where = whereId(pageId)
  const page = await ctx.database.prisma.statusPage.findUnique({ where })
  return requireFound(ctx, page, page?.projectId ?? where.id, permission, "status page")
}

/** @throws {DomainError} as `findStatusPage`. */
export async function findResource(ctx: Context, resourceId: string) {
  const where = whereId(resourceId)
  const resource = await ctx.database.prisma.statusPageResource.findUnique({
    where,
    include: { page: true },
  })
  const noun = "status page resource"
  return requireFound(
    ctx,
    resource,
    resource?.page.projectId ?? where.id,
    "status_pages:write",
    noun,
  )
}

/** @throws {DomainError} as `findStatusPage`. */
export async function findGroup(ctx: Context, groupId: string) {
  const where = whereId(groupId)
  const group = await ctx.database.prisma.statusPageGroup.findUnique({
    where,
    include: { page: true },
  })
  const noun = "status page group"
  return requireFound(ctx, group, group?.page.projectId ?? where.id, "status_pages:write", noun)
}

/** @throws {DomainError} as `findStatusPage`. */
export async function findDomain(ctx: Context, domainId: string) {
  const where = whereId(domainId)
  const domain = await ctx.database.prisma.statusPageDomain.findUnique({
    where,
    include: { page: true },
  })
  const noun = "status page domain"
  return requireFound(ctx, domain, domain?.page.projectId ?? where.id, "status_pages:write", noun)
}
