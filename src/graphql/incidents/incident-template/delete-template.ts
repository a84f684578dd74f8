import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { findTemplate } from "./find-template.ts"

/** Deletes a template; incidents that were declared with it keep their text. */
export async function deleteTemplate(ctx: Context, templateId: string): Promise<string> {
  const { id, projectId, name } = await findTemplate(ctx, templateId, "incidents:write")
  return transact(ctx, async (tx) => {
    const { count } = await tx.db.incidentTemplate.deleteMany({ where: { id } })
    if (count === 0) throw notFound("incident template")
    await recordAudit(tx, ctx.actor, "incident_template.deleted", { projectId, id, name })
    return id
  })
}
