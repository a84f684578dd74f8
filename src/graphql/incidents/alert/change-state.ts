import { z } from "zod"
import type { Alert, State } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { endEscalations } from "../../on-call/escalation/end-escalation.ts"
import { silenceReopened } from "../../on-call/escalation/leave-open.ts"
import { namedState } from "../state/read-incident-parts.ts"
import { followAlerts, lockIncidentsOf } from "../incident/follow-alerts.ts"
import { marksOf } from "../incident/rules/incident-marks.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { acknowledgeJoined, lockJoined, takeOn } from "./acknowledge-alert.ts"
import { announceAlert } from "./announce-alert.ts"
import { declareLater } from "./declare-later.ts"
import { findAlert } from "./find-alert.ts"
import { requireJoinedSeen } from "./require-all-seen.ts"
import { triggerAgain } from "./unacknowledge-alert.ts"

const input = z.object({ id, state: name })

/**
 * Sets any state of the project by name; recovery no longer changes the alert. Setting the acknowledged state of an
 * open alert does the same as `acknowledgeAlert`, setting the triggered state of an acknowledged one the same as
 * `unacknowledgeAlert`, and recovery still resolves it.
 */
export async function changeAlertState(ctx: Context, given: z.input<typeof input>) {
  const { id, state } = parse(input, given)
  const alert = await findAlert(ctx, id, "alerts:write")
  return transact(ctx, async (tx) => {
    const to = await namedState(tx.db, alert.projectId, "alert", state)
    if (to.id === alert.stateId) return alert
    const isPlain = to.isBuiltIn && to.meaning === "acknowledged"
    const isAgain = to.isBuiltIn && to.meaning === "open"
    const moved = isPlain
      ? await takeOn(tx, ctx, alert)
      : isAgain
        ? await triggerAgain(tx, ctx, alert)
        : null
    return moved ?? moveAlert(tx, ctx, alert, to)
  })
}

/** An alert that is opened again must stay the only open one of its deduplication key; its source waits meanwhile. */
async function requireOnlyOpen({ db }: Transaction, alert: Alert): Promise<void> {
  const { id, sourceId, dedupHash, resolvedAt } = alert
  if (sourceId === null || dedupHash === null || resolvedAt === null) return
  await db.$queryRaw`select from source where id = ${sourceId}::uuid for no key update`
  const where = { sourceId, dedupHash, resolvedAt: null, id: { not: id } }
  const other = await db.alert.findFirst({ where, select: { number: true } })
  if (other === null) return
  throw conflict(
    `Alert #${other.number} about the same problem is open, so this one stays resolved.`,
  )
}

async function moveAlert(tx: Transaction, ctx: Context, before: Alert, to: State): Promise<Alert> {
  const { id, projectId } = before
  const now = ctx.clock.now()
  const by = actorName(ctx.actor)
  const marks = marksOf(to, before, by, now)
  if (to.meaning !== "resolved") await requireOnlyOpen(tx, before)
  await lockIncidentsOf(tx, [id])
  const resolvedBy = to.meaning === "resolved" ? (before.resolvedBy ?? by) : null
  const { count } = await tx.db.alert.updateMany({
    where: { id, stateId: before.stateId },
    data: { ...marks, resolvedBy, stateId: to.id, isManual: true },
  })
  if (count === 0) {
    const alert = await tx.db.alert.findUniqueOrThrow({ where: { id } })
    if (alert.stateId === to.id) return alert
    throw conflict(
      "Someone else changed the alert's state at the same time. Reload it and try again.",
    )
  }
  await recordAudit(tx, ctx.actor, "alert.state_changed", before, { state: to.name })
  const change = now.toISOString()
  if (to.meaning === "resolved") await declareLater(tx, [id])
  if (to.meaning !== "open") {
    const news = { event: `alert.${to.meaning}`, change } as const
    if (to.meaning === "acknowledged") {
      await requireJoinedSeen(tx, ctx, projectId, [id])
      await lockJoined(tx, [id])
    }
    await endEscalations(tx, [{ alertId: id, ...news }])
    const isAcknowledgement = to.meaning === "acknowledged"
    const joined = isAcknowledgement ? await acknowledgeJoined(tx, ctx.actor, [id], now) : []
    const incidentIds = [before, ...joined].map(({ incidentId }) => incidentId)
    await followAlerts(tx, ctx.actor, incidentIds)
    const isNews = to.meaning === "resolved" || before.acknowledgedAt === null
    if (isNews) return announceAlert(tx, id, news)
  }
  // Reopening an alert manually pages nobody, so only subscriptions are notified.
  if (to.meaning === "open") {
    await silenceReopened(tx, [id], now)
    await followAlerts(tx, ctx.actor, [before.incidentId])
  }
  tx.publish("alert.changed", { projectId, alertId: id })
  return tx.db.alert.findUniqueOrThrow({ where: { id } })
}
