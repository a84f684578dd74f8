import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { findLabel } from "./find-label.ts"

/** Deletes a label and removes it from its monitors. */
export async function deleteLabel(ctx: Context, labelId: string): Promise<string> {
  const label = await findLabel(ctx, labelId)
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.label.deleteMany({ where: { id: label.id } })
    if (count === 0) throw notFound("label")
    await recordAudit(tx, ctx.actor, {
      projectId: label.projectId,
      action: "label.deleted",
      subjectId: label.id,
      subjectName: label.name,
    })
  })
  return label.id
}
