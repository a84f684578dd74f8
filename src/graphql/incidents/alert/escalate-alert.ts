import type { Alert } from "../../../../prisma/generated/client.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { hastenEscalation } from "../../on-call/escalation/hasten-escalation.ts"
import { transact } from "../../kernel/transaction.ts"
import { findAlert } from "./find-alert.ts"

/**
 * Runs the next step of an alert's escalation now, without its delay.
 *
 * @throws {DomainError} conflict if no step is left, or a mute or maintenance pauses paging.
 */
export async function escalateAlert(ctx: Context, alertId: string): Promise<Alert> {
  const alert = await findAlert(ctx, alertId, "alerts:write")
  const { id, projectId } = alert
  return transact(ctx, async (tx) => {
    if (!(await hastenEscalation(tx, id))) {
      throw conflict(
        "No step is waiting: the alert was acknowledged or resolved, no step is left, another alert pages for it, or paging is paused.",
      )
    }
    await recordAudit(tx, ctx.actor, "alert.escalated", alert)
    tx.publish("alert.changed", { projectId, alertId: id })
    tx.publish("delivery.due", { projectId })
    return tx.db.alert.findUniqueOrThrow({ where: { id } })
  })
}
