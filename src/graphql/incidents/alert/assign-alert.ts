import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordHandled } from "./handle-alert.ts"

const input = z.object({ id, userId: id.nullable() })

/**
 * Assigns an open alert to a member, or to nobody; it pages nobody.
 *
 * @throws {DomainError} conflict if it was resolved; validation_failed for somebody who is not a member.
 */
export async function assignAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, userId } = parse(input, given)
  const found = await findToHandle(ctx, id)
  const { projectId } = found
  return transact(ctx, async (tx) => {
    const alert = await lockOpen(tx, id, "assigned")
    if (alert.assigneeId === userId) return alert
    const member =
      userId === null
        ? null
        : await tx.db.member.findUnique({
            where: { projectId_userId: { projectId, userId } },
            select: { user: { select: { name: true } } },
          })
    if (userId !== null && member === null) {
      throw invalid("#/userId", "must be the user of a member of the project")
    }
    await tx.db.alert.update({ where: { id }, data: { assigneeId: userId } })
    const about = member?.user.name ?? null
    return recordHandled(tx, ctx, found, {
      action: "alert.assigned",
      change: about === null ? "unassigned" : "assigned",
      about,
      changes: { assignee: about },
    })
  })
}
