import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { color, id, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"

export const defaultColor = "#6b7280"

const input = z.object({ projectId: id, name, color: color.default(defaultColor) })

/** @throws {DomainError} validation_failed if the project already has a label of that name. */
export async function createLabel(ctx: Context, given: z.input<typeof input>) {
  const { projectId, ...data } = parse(input, given)
  await ctx.access.require(projectId, "monitors:write")
  return transact(ctx, async (tx) => {
    const [label] = await tx.db.label.createManyAndReturn({
      data: [{ id: newId(), projectId, ...data }],
      skipDuplicates: true,
    })
    if (label === undefined) throw invalid("#/name", "is taken by another label of this project")
    await recordAudit(tx, ctx.actor, "label.created", label)
    return label
  })
}
