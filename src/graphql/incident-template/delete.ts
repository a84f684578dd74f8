import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { transact } from "../transaction.ts"
import { findTemplate } from "./find.ts"

/** Incidents that were declared with it keep their words. */
export async function deleteTemplate(ctx: Context, templateId: string): Promise<string> {
  const { id, projectId, name } = await findTemplate(ctx, templateId, "incidents:write")
  return transact(ctx, async (tx) => {
    const { count } = await tx.db.incidentTemplate.deleteMany({ where: { id } })
    if (count === 0) throw notFound("incident template")
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident_template.deleted",
      subjectId: id,
      subjectName: name,
    })
    return id
  })
}
