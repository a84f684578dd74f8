import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { alertScope } from "../../kernel/monitor-scope.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/**
 * Refuses to change alerts that changed together with one that the actor sees, but that are beyond its limit.
 * @throws {DomainError} conflict
 */
export async function requireAllSeen(
  { db }: Transaction,
  { access }: Context,
  projectId: string,
  alertIds: string[],
): Promise<void> {
  const limit = await access.limit(projectId)
  if (limit === null) return
  const where = { id: { in: alertIds }, NOT: alertScope(limit) }
  if ((await db.alert.count({ where })) === 0) return
  throw conflict(
    "Alerts of monitors that you may not see are paged together with this one. Ask someone whose access is not limited to labels to do this.",
  )
}

/** The same for the alerts that are acknowledged together with these. */
export async function requireJoinedSeen(
  tx: Transaction,
  ctx: Context,
  projectId: string,
  leadIds: string[],
): Promise<void> {
  if ((await ctx.access.limit(projectId)) === null) return
  const joined = await tx.db.escalation.findMany({
    where: { leadId: { in: leadIds }, state: "joined" },
    select: { alertId: true },
  })
  const ids = joined.map(({ alertId }) => alertId)
  await requireAllSeen(tx, ctx, projectId, ids)
}

/** Those of the alerts that page together with one beyond the actor's limit. */
export async function unseenTogether(
  tx: Transaction,
  ctx: Context,
  projectId: string,
  alertIds: string[],
): Promise<Set<string>> {
  const limit = await ctx.access.limit(projectId)
  if (limit === null) return new Set()
  const rows = await tx.db.$queryRaw<{ id: string; other: string }[]>`
    select own.alert_id as id, other.alert_id as other
      from escalation own join escalation other
        on other.alert_id = coalesce(own.lead_id, own.alert_id) or other.lead_id = coalesce(own.lead_id, own.alert_id)
     where own.alert_id = any(${alertIds}::uuid[])`
  const beyond = await tx.db.alert.findMany({
    where: { id: { in: rows.map(({ other }) => other) }, NOT: alertScope(limit) },
    select: { id: true },
  })
  const unseen = new Set(beyond.map(({ id }) => id))
  return new Set(rows.flatMap(({ id, other }) => (unseen.has(other) ? [id] : [])))
}
