import { z } from "zod"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * A page that the actor may access. An unknown id and an id of another project cause the same error, here and in the
 * functions below.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findStatusPage(ctx: Context, pageId: string, permission: Permission) {
  const where = parse(input, { id: pageId })
  const page = await ctx.database.prisma.statusPage.findUnique({ where })
  await ctx.access.require(page?.projectId ?? where.id, permission, "status page")
  if (page === null) throw notFound("status page")
  return page
}

/** @throws {DomainError} as `findStatusPage`. */
export async function findResource(ctx: Context, resourceId: string) {
  const where = parse(input, { id: resourceId })
  const resource = await ctx.database.prisma.statusPageResource.findUnique({
    where,
    include: { page: true },
  })
  const noun = "status page resource"
  await ctx.access.require(resource?.page.projectId ?? where.id, "status_pages:write", noun)
  if (resource === null) throw notFound(noun)
  return resource
}

/** @throws {DomainError} as `findStatusPage`. */
export async function findGroup(ctx: Context, groupId: string) {
  const where = parse(input, { id: groupId })
  const group = await ctx.database.prisma.statusPageGroup.findUnique({
    where,
    include: { page: true },
  })
  const noun = "status page group"
  await ctx.access.require(group?.page.projectId ?? where.id, "status_pages:write", noun)
  if (group === null) throw notFound(noun)
  return group
}

/** @throws {DomainError} as `findStatusPage`. */
export async function findDomain(ctx: Context, domainId: string) {
  const where = parse(input, { id: domainId })
  const domain = await ctx.database.prisma.statusPageDomain.findUnique({
    where,
    include: { page: true },
  })
  const noun = "status page domain"
  await ctx.access.require(domain?.page.projectId ?? where.id, "status_pages:write", noun)
  if (domain === null) throw notFound(noun)
  return domain
}
