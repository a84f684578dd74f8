import type { Alert } from "../../../prisma/generated/client.ts"
import { actorName } from "../access.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { endEscalations } from "../escalation/end.ts"
import { id, parse } from "../input.ts"
import { builtInState } from "../incident/look-up.ts"
import { transact } from "../transaction.ts"
import type { Transaction } from "../transaction.ts"
import { announceAlert } from "./announce.ts"
import { findAlert } from "./find.ts"

/**
 * Says that somebody is on it; whoever was paged may, whatever their role. A second one changes nothing and
 * answers the alert as it is.
 *
 * @throws {DomainError} conflict where it was resolved without ever being acknowledged.
 */
export async function acknowledgeAlert(ctx: Context, alertId: string) {
  const isPaged = await wasPaged(ctx, alertId)
  const found = await findAlert(ctx, alertId, isPaged ? "alerts:read" : "alerts:write")
  return transact(ctx, async (tx) => {
    const by = actorName(ctx.actor)
    const alert = await acknowledgeOpenAlert(tx, found, by, ctx.clock.now())
    if (alert !== null) {
      await recordAudit(tx, ctx.actor, {
        projectId: found.projectId,
        action: "alert.acknowledged",
        subjectId: found.id,
        subjectName: found.title,
      })
      return alert
    }
    const present = await tx.db.alert.findUniqueOrThrow({ where: { id: found.id } })
    if (present.acknowledgedAt !== null) return present
    // Its pages speak of the alert that followed it.
    const followed = { alertId: found.id, alert: { pages: { some: {} } } }
    const where = { escalation: { group: { some: followed } } }
    const follower = await tx.db.alert.findFirst({ where })
    const taken = follower && (await acknowledgeOpenAlert(tx, follower, by, ctx.clock.now()))
    if (taken) return taken
    throw conflict("The alert is resolved already; there is nothing left to acknowledge.")
  })
}

async function wasPaged({ actor, database }: Context, alertId: string): Promise<boolean> {
  if (actor.kind !== "user") return false
  const page = await database.prisma.page.findFirst({
    where: { alertId: parse(id, alertId), userId: actor.userId },
    select: { id: true },
  })
  return page !== null
}

/** Alerts are taken before their escalations, as recovery takes them: otherwise the two could wait for each other. */
export async function holdJoined(tx: Transaction, leadId: string): Promise<void> {
  await tx.query({
    name: "hold-joined-alerts",
    text: `select alert.id from alert join escalation e on e.alert_id = alert.id
            where e.lead_id = $1::uuid and e.state = 'joined' order by alert.id for no key update of alert`,
    values: [leadId],
  })
}

/** Whoever takes on what a page tells of takes on all that it lists. */
export async function acknowledgeJoined(
  tx: Transaction,
  leadId: string,
  by: string,
  now: Date,
): Promise<void> {
  const joined = await tx.db.alert.findMany({
    where: { escalation: { leadId, state: "joined" } },
    orderBy: { id: "asc" },
  })
  for (const alert of joined) await acknowledgeOpenAlert(tx, alert, by, now)
}

/** Null where somebody was faster or it is resolved. */
export async function acknowledgeOpenAlert(
  tx: Transaction,
  { id, projectId }: Pick<Alert, "id" | "projectId">,
  by: string,
  now: Date,
): Promise<Alert | null> {
  const acknowledged = await builtInState(tx.db, projectId, "alert", "acknowledged")
  const { count } = await tx.db.alert.updateMany({
    where: { id, acknowledgedAt: null, resolvedAt: null },
    data: { stateId: acknowledged.id, acknowledgedAt: now, acknowledgedBy: by },
  })
  if (count === 0) return null
  const news = { event: "alert.acknowledged", change: now.toISOString() } as const
  await holdJoined(tx, id)
  await endEscalations(tx, [{ alertId: id, ...news }])
  await acknowledgeJoined(tx, id, by, now)
  return announceAlert(tx, id, news)
}
