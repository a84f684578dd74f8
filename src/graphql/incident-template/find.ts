import { z } from "zod"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { invalid, notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import type { Transaction } from "../transaction.ts"

const input = z.object({ id })

/**
 * A template that the actor may touch. An unknown id is asked for like any other, so that it answers exactly
 * as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findTemplate(ctx: Context, templateId: string, permission: Permission) {
  const where = parse(input, { id: templateId })
  const template = await ctx.database.prisma.incidentTemplate.findUnique({ where })
  const noun = "incident template"
  await ctx.access.require(template?.projectId ?? where.id, permission, noun)
  if (template === null) throw notFound(noun)
  return template
}

/** @throws {DomainError} validation_failed, the same for another project's template and one that never was. */
export async function requireTemplate({ db }: Transaction, projectId: string, id: string) {
  const where = { id, projectId }
  const template = await db.incidentTemplate.findFirst({ where, include: { severity: true } })
  if (template === null) throw invalid("#/templateId", "must be a template of this project")
  return template
}
