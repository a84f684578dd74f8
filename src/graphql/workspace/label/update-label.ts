import { z } from "zod"
import { isViolation } from "../../kernel/violation.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid, notFound } from "../../kernel/errors.ts"
import { color, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { findLabel } from "./find-label.ts"

const input = z.object({ name: name.nullish(), color: color.nullish() })

/**
 * Updates a label; omitted fields keep their values.
 *
 * @throws {DomainError} validation_failed if another label of the project has that name.
 */
export async function updateLabel(ctx: Context, labelId: string, given: z.input<typeof input>) {
  const wanted = parse(input, given)
  const before = await findLabel(ctx, labelId)
  const after = { name: wanted.name ?? before.name, color: wanted.color ?? before.color }
  if (after.name === before.name && after.color === before.color) return before
  const changed = transact(ctx, async (tx) => {
    const [label] = await tx.db.label.updateManyAndReturn({
      where: { id: before.id },
      data: after,
    })
    if (label === undefined) throw notFound("label")
    await recordAudit(tx, ctx.actor, "label.updated", label, {
      from: { name: before.name, color: before.color },
      to: { name: label.name, color: label.color },
    })
    return label
  })
  return changed.catch((error: unknown) => {
    throw isTaken(error) ? invalid("#/name", "is taken by another label of this project") : error
  })
}

/** Checks for a violation of the unique key, which settles concurrent changes. */
const isTaken = (error: unknown): boolean => isViolation(error, "unique key")
