import type { Context } from "../../kernel/context.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { refuseUsed } from "./state-in-use.ts"

/** @throws {DomainError} conflict for a built-in severity and for one that an incident or alert has. */
export async function deleteSeverity(ctx: Context, severityId: string): Promise<string> {
  const where = { id: parse(id, severityId) }
  const severity = await ctx.database.prisma.severity.findUnique({ where })
  await ctx.access.require(severity?.projectId ?? where.id, "project:write", "severity")
  if (severity === null) throw notFound("severity")
  const { projectId, name } = severity
  if (severity.isBuiltIn) throw conflict(`The severity ${name} is built in and always exists.`)
  await refuseUsed(
    `The severity ${name} is in use. Give its incidents and alerts another one first.`,
    () =>
      transact(ctx, async (tx) => {
        const { count } = await tx.db.severity.deleteMany({ where })
        if (count === 0) throw notFound("severity")
        await recordAudit(tx, ctx.actor, "severity.deleted", { projectId, id: severity.id, name })
      }),
  )
  return severity.id
}
