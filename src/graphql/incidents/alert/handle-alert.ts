import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Finding } from "../../../findings/finding.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { recordAuditOf, type AuditAction } from "../../workspace/audit/record-audit.ts"
import { announceAlerts } from "./announce-alert.ts"
import { readAnnouncedAlerts } from "./announced-alert.ts"
import { lockAlerts } from "./lock-alert.ts"

type Handled = Pick<Alert, "id" | "projectId" | "title">

/** Of `alert_changed`: what was done, and the person or the alert that it was done with. */
export type Change = Extract<Finding, { code: "alert_changed" }>["parameters"]["change"]

type Done = {
  action: `alert.${string}`
  change: Change
  about?: string | null
  changes?: AuditAction["changes"]
  findings?: readonly Finding[]
}

/** Locks an alert and reads it again. @throws {DomainError} conflict if it was resolved. */
export async function lockOpen(tx: Transaction, alertId: string, what: string): Promise<Alert> {
  await lockAlerts(tx, [alertId])
  const alert = await tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
  if (alert.resolvedAt !== null) throw conflict(`The alert is resolved, so it cannot be ${what}.`)
  return alert
}

/** Records what a person did about an alert, and announces it. Returns the row. */
export async function recordHandled(
  tx: Transaction,
  ctx: Context,
  alert: Handled,
  done: Done,
): Promise<Alert> {
  await recordAllHandled(tx, ctx, [alert], done)
  return tx.db.alert.findUniqueOrThrow({ where: { id: alert.id } })
}

/** The same for several alerts. */
export async function recordAllHandled(
  tx: Transaction,
  ctx: Context,
  alerts: readonly Handled[],
  { action, change, about = null, changes, findings = [] }: Done,
): Promise<void> {
  await recordAuditOf(tx, ctx.actor, action, alerts, changes)
  const parameters = {
    change,
    actor: actorName(ctx.actor),
    isKey: ctx.actor.kind === "key",
    client: null,
    state: null,
    about,
  }
  const announced = await readAnnouncedAlerts(
    tx,
    alerts.map(({ id }) => id),
  )
  await announceAlerts(
    tx,
    announced.map((alert) => ({
      alert,
      event: "alert.updated" as const,
      change: `${change}:${ctx.clock.now().toISOString()}`,
      findings: [{ code: "alert_changed" as const, parameters }, ...findings],
    })),
  )
}
