import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { transact } from "../transaction.ts"
import { findLabel } from "./find.ts"

/** Takes the label off every monitor that wears it. */
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
