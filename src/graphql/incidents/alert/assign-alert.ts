import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { changeAlerts, type AlertSelection, type BulkChange } from "./change-alerts.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordAllHandled } from "./handle-alert.ts"

const input = z.object({ id, userId: id.nullable() })

/**
 * Assigns an open alert to a member, or to nobody; it pages nobody.
 *
 * @throws {DomainError} conflict if it was resolved; validation_failed for somebody who is not a member.
 */
export async function assignAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, userId } = parse(input, given)
  const found = await findToHandle(ctx, id)
  return transact(ctx, async (tx) => {
    const alert = await lockOpen(tx, id, "assigned")
    if (alert.assigneeId === userId) return alert
    await assign(tx, ctx, [found], userId)
    return tx.db.alert.findUniqueOrThrow({ where: { id } })
  })
}

export type Assignment = BulkChange & {
  /** The changed alerts by the person that they were assigned to before; null for nobody. */
  previous: { userId: string | null; ids: string[] }[]
}

/** Assigns alerts like `assignAlert`. */
export async function assignAlerts(
  ctx: Context,
  selection: AlertSelection,
  given: string | null,
): Promise<Assignment> {
  const { userId } = parse(input.omit({ id: true }), { userId: given })
  const before = new Map<string, string | null>()
  const done = await changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: false,
    judge: ({ resolvedAt, assigneeId }) =>
      resolvedAt !== null ? "resolved" : assigneeId === userId ? "already" : null,
    async act(tx, { alerts, ids }) {
      for (const { id, assigneeId } of alerts) before.set(id, assigneeId)
      await assign(tx, ctx, alerts, userId)
      return ids
    },
  })
  const previous = Map.groupBy(done.ids, (id) => before.get(id) ?? null)
  return { ...done, previous: [...previous].map(([was, ids]) => ({ userId: was, ids })) }
}

async function assign(
  tx: Transaction,
  ctx: Context,
  alerts: Alert[],
  userId: string | null,
): Promise<void> {
  const [first] = alerts
  if (first === undefined) return
  const { projectId } = first
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
  await tx.db.alert.updateMany({
    where: { id: { in: alerts.map(({ id }) => id) } },
    data: { assigneeId: userId },
  })
  const about = member?.user.name ?? null
  await recordAllHandled(tx, ctx, alerts, {
    action: "alert.assigned",
    change: about === null ? "unassigned" : "assigned",
    about,
    changes: { assignee: about },
  })
}
