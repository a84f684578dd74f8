import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { hastenEscalation } from "../../on-call/escalation/hasten-escalation.ts"
import { leadOf } from "../../on-call/escalation/merge-escalation.ts"
import { pageNextStep } from "../../on-call/escalation/page-people.ts"
import { transact } from "../../kernel/transaction.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen } from "./handle-alert.ts"

/**
 * Runs the next step of an alert's escalation now, without its delay: also of one that is acknowledged or snoozed, which
 * it stays, and the first step again after the last one. Anyone who was paged for it may, whatever their role.
 *
 * @throws {DomainError} conflict if it is resolved, its policy names nobody, or a mute or maintenance pauses paging.
 */
export async function escalateAlert(ctx: Context, alertId: string): Promise<Alert> {
  const alert = await findToHandle(ctx, alertId)
  const { id, projectId } = alert
  return transact(ctx, async (tx) => {
    await lockOpen(tx, id, "escalated")
    const leadId = await leadOf(tx, id)
    const asked = { by: actorName(ctx.actor), note: null }
    if (!(await hastenEscalation(tx, leadId)) && !(await pageNextStep(tx, leadId, asked))) {
      throw conflict(
        "No step is waiting: a mute or maintenance pauses paging, or the on-call policy names nobody. Page a person or team instead.",
      )
    }
    await recordAudit(tx, ctx.actor, "alert.escalated", alert)
    tx.publish("alert.changed", { projectId, alertId: id })
    tx.publish("delivery.due", { projectId })
    return tx.db.alert.findUniqueOrThrow({ where: { id } })
  })
}
