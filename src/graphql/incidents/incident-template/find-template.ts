import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"
import { invalid } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/**
 * A template that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findTemplate(ctx: Context, templateId: string, permission: Permission) {
  const where = whereId(templateId)
  const template = await ctx.database.prisma.incidentTemplate.findUnique({ where })
  const noun = "incident template"
  const about = permission === "incidents:read" ? "within" : undefined
  return requireFound(ctx, template, template?.projectId ?? where.id, permission, noun, about)
}

/** @throws {DomainError} validation_failed, for an unknown template and for one of another project alike. */
export async function requireTemplate({ db }: Transaction, projectId: string, id: string) {
  const where = { id, projectId }
  const template = await db.incidentTemplate.findFirst({ where, include: { severity: true } })
  if (template === null) throw invalid("#/templateId", "must be a template of this project")
  return template
}
