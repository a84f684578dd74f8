import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { findAlert } from "./find-alert.ts"

/**
 * An alert that the actor may handle, because they may write alerts or were paged for it.
 *
 * @throws {DomainError} what `findAlert` throws.
 */
export async function findToHandle(ctx: Context, alertId: string): Promise<Alert> {
  const isPaged = await wasPaged(ctx, alertId)
  return findAlert(ctx, alertId, isPaged ? "alerts:read" : "alerts:write")
}

/** Whether the actor was paged for it, which is enough to acknowledge it. */
async function wasPaged({ actor, database }: Context, alertId: string): Promise<boolean> {
  if (actor.kind !== "user") return false
  const page = await database.prisma.page.findFirst({
    where: { alertId: parse(id, alertId), userId: actor.userId },
    select: { id: true },
  })
  return page !== null
}
