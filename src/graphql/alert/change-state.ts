import { z } from "zod"
import type { Alert, State } from "../../../prisma/generated/client.ts"
import { actorName } from "../access.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { endEscalations } from "../escalation/end.ts"
import { leaveOpen } from "../escalation/leave-open.ts"
import { builtInState, namedState } from "../incident/look-up.ts"
import { marksOf } from "../incident/marks.ts"
import { id, name, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import type { Transaction } from "../transaction.ts"
import { acknowledgeJoined, holdJoined } from "./acknowledge.ts"
import { announceAlert } from "./announce.ts"
import { findAlert } from "./find.ts"

const input = z.object({ id, state: name })

/** Chooses any state of the project by its name; recovery leaves the alert alone from then on. */
export async function changeAlertState(ctx: Context, given: z.input<typeof input>) {
  const { id, state } = parse(input, given)
  const alert = await findAlert(ctx, id, "alerts:write")
  return transact(ctx, async (tx) => {
    const to = await namedState(tx.db, alert.projectId, "alert", state)
    return to.id === alert.stateId ? alert : moveAlert(tx, ctx, alert, to)
  })
}

/** Resolves an alert by hand; one that is resolved is answered as it is. */
export async function resolveAlert(ctx: Context, alertId: string) {
  const alert = await findAlert(ctx, alertId, "alerts:write")
  if (alert.resolvedAt !== null) return alert
  return transact(ctx, async (tx) => {
    const to = await builtInState(tx.db, alert.projectId, "alert", "resolved")
    return moveAlert(tx, ctx, alert, to)
  })
}

async function moveAlert(tx: Transaction, ctx: Context, before: Alert, to: State): Promise<Alert> {
  const { id, projectId } = before
  const now = ctx.clock.now()
  const by = actorName(ctx.actor)
  const marks = marksOf(to.meaning, before, by, now)
  const resolvedBy = to.meaning === "resolved" ? (before.resolvedBy ?? by) : null
  const { count } = await tx.db.alert.updateMany({
    where: { id, stateId: before.stateId },
    data: { ...marks, resolvedBy, stateId: to.id, isManual: true },
  })
  if (count === 0) {
    const alert = await tx.db.alert.findUniqueOrThrow({ where: { id } })
    if (alert.stateId === to.id) return alert
    throw conflict("The alert's state changed at the same moment; look at it again.")
  }
  await recordAudit(tx, ctx.actor, {
    projectId,
    action: "alert.state_changed",
    subjectId: id,
    subjectName: before.title,
    changes: { state: to.name },
  })
  const change = now.toISOString()
  if (to.meaning !== "open") {
    const news = { event: `alert.${to.meaning}`, change } as const
    if (to.meaning === "acknowledged") await holdJoined(tx, id)
    await endEscalations(tx, [{ alertId: id, ...news }])
    if (to.meaning === "acknowledged") await acknowledgeJoined(tx, id, by, now)
    const isNews = to.meaning === "resolved" || before.acknowledgedAt === null
    if (isNews) return announceAlert(tx, id, news)
  }
  // Opening an alert by hand pages nobody, so there is nothing to tell but to those who watch.
  if (to.meaning === "open") await leaveOpen(tx, id)
  tx.publish("alert.changed", { projectId, alertId: id })
  return tx.db.alert.findUniqueOrThrow({ where: { id } })
}
