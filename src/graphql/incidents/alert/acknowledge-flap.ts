import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { endEscalations } from "../../on-call/escalation/end-escalation.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockIncidentsOf } from "../incident/follow-alerts.ts"
import { announceAlert } from "./announce-alert.ts"
import { lockAlerts } from "./lock-alert.ts"

/**
 * Acknowledges a flap whose target is up at the moment: the alert and its incident stay resolved, and the next outage
 * of the flap pages nobody.
 *
 * @returns null if the alert is not flapping.
 */
export async function acknowledgeFlap(
  tx: Transaction,
  ctx: Context,
  { id, projectId, title, incidentId }: Alert,
): Promise<Alert | null> {
  const now = ctx.clock.now()
  const by = actorName(ctx.actor)
  await lockIncidentsOf(tx, [id])
  await lockAlerts(tx, [id])
  const { count } = await tx.db.alert.updateMany({
    where: {
      id,
      acknowledgedAt: null,
      resolvedAt: { not: null },
      resolvedBy: null,
      flap: { endedAt: null, recoveredAt: { not: null } },
    },
    data: { acknowledgedAt: now, acknowledgedBy: by },
  })
  if (count === 0) return null
  if (incidentId !== null) {
    await tx.db.incident.updateMany({
      where: { id: incidentId, acknowledgedAt: null },
      data: { acknowledgedAt: now, acknowledgedBy: by },
    })
    tx.publish("incident.changed", { projectId, incidentId })
  }
  const action = "alert.acknowledged" as const
  const change = now.toISOString()
  await recordAudit(tx, ctx.actor, action, { projectId, id, title })
  await endEscalations(tx, [{ alertId: id, event: action, change, isQuiet: true }])
  return announceAlert(tx, id, { event: action, change })
}
