import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { groupOf, leadsOf } from "../../on-call/escalation/merge-escalation.ts"
import { postponePaging } from "../../on-call/escalation/snooze-escalation.ts"
import { changeAlerts, type AlertSelection } from "./change-alerts.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordAllHandled, recordHandled } from "./handle-alert.ts"
import { lockAlerts } from "./lock-alert.ts"
import { requireAllSeen } from "./require-all-seen.ts"

const input = z.object({ id, until: z.date() })
const longestMs = 30 * 86_400_000

const untilOf = (ctx: Context, until: Date): Date => {
  const ms = until.getTime() - ctx.clock.now().getTime()
  if (ms <= 0 || ms > longestMs) throw invalid("#/until", "must be within the next 30 days")
  return until
}

const snoozed = (until: Date) =>
  ({
    action: "alert.snoozed",
    change: "snoozed",
    changes: { snoozedUntil: until.toISOString() },
    findings: [
      { code: "paging_goes", parameters: { effect: "stops", until: until.toISOString() } },
    ],
  }) as const
const unsnoozed = {
  action: "alert.unsnoozed",
  change: "unsnoozed",
  findings: [{ code: "paging_goes", parameters: { effect: "continues", until: null } }],
} as const

/**
 * Snoozes an open alert, and those that it pages for: until then nobody is paged, then paging goes on where it stopped.
 * A snoozed one gets the new time. One that another alert pages for snoozes with the whole group.
 *
 * @throws {DomainError} conflict for an acknowledged or resolved alert; validation_failed for a time that is not within
 * the next 30 days.
 */
export async function snoozeAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, ...parsed } = parse(input, given)
  const until = untilOf(ctx, parsed.until)
  const found = await findToHandle(ctx, id)
  return transact(ctx, async (tx) => {
    const groups = await lockGroups(tx, ctx, [found])
    const { acknowledgedAt } = await lockOpen(tx, id, "snoozed")
    if (acknowledgedAt !== null) {
      throw conflict("The alert is acknowledged, so nobody is paged. Withdraw that to snooze it.")
    }
    await setSnooze(tx, ctx, groups, until)
    return recordHandled(tx, ctx, found, snoozed(until))
  })
}

/** Ends a snooze: paging goes on at once where it stopped. Returns an alert that is not snoozed unchanged. */
export async function unsnoozeAlert(ctx: Context, alertId: string): Promise<Alert> {
  const found = await findToHandle(ctx, alertId)
  return transact(ctx, async (tx) => {
    const groups = await lockGroups(tx, ctx, [found])
    const alert = await lockOpen(tx, found.id, "woken")
    if (alert.snoozedUntil === null || alert.snoozedUntil <= ctx.clock.now()) return alert
    await setSnooze(tx, ctx, groups, null)
    tx.publish("delivery.due", { projectId: found.projectId })
    return recordHandled(tx, ctx, found, unsnoozed)
  })
}

/** Snoozes alerts like `snoozeAlert`. */
export function snoozeAlerts(ctx: Context, selection: AlertSelection, given: Date) {
  const until = untilOf(ctx, given)
  return changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: true,
    judge: ({ resolvedAt, acknowledgedAt }) =>
      resolvedAt !== null ? "resolved" : acknowledgedAt !== null ? "acknowledged" : null,
    async act(tx, { alerts, ids }) {
      await setSnooze(tx, ctx, await lockGroups(tx, ctx, alerts), until)
      await recordAllHandled(tx, ctx, alerts, snoozed(until))
      return ids
    },
  })
}

/** Ends snoozes like `unsnoozeAlert`. */
export const unsnoozeAlerts = (ctx: Context, selection: AlertSelection) =>
  changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: true,
    judge: ({ resolvedAt, snoozedUntil }, now) =>
      resolvedAt !== null
        ? "resolved"
        : snoozedUntil === null || snoozedUntil <= now
          ? "already"
          : null,
    async act(tx, { alerts, ids, projectId }) {
      await setSnooze(tx, ctx, await lockGroups(tx, ctx, alerts), null)
      tx.publish("delivery.due", { projectId })
      await recordAllHandled(tx, ctx, alerts, unsnoozed)
      return ids
    },
  })

type Groups = { projectId: string; leadIds: string[]; ids: string[] }

type Placed = Pick<Alert, "id" | "projectId">

/** The alerts, those that page for them, and all others that these page for. */
async function lockGroups(
  tx: Transaction,
  ctx: Context,
  alerts: readonly [Placed, ...Placed[]],
): Promise<Groups> {
  const [{ projectId }] = alerts
  const leadIds = await leadsOf(
    tx,
    alerts.map(({ id }) => id),
  )
  const ids = await groupOf(tx, leadIds)
  await requireAllSeen(tx, ctx, projectId, ids)
  await lockAlerts(tx, ids)
  return { projectId, leadIds, ids }
}

async function setSnooze(
  tx: Transaction,
  ctx: Context,
  { projectId, leadIds, ids }: Groups,
  until: Date | null,
): Promise<void> {
  const now = ctx.clock.now()
  const leads = await tx.db.alert.findMany({
    where: { id: { in: leadIds } },
    select: { id: true, snoozedUntil: true },
  })
  await tx.db.alert.updateMany({
    where: { id: { in: ids }, resolvedAt: null, acknowledgedAt: null },
    data: { snoozedUntil: until, snoozedBy: until === null ? null : actorName(ctx.actor) },
  })
  // Few times: those that were snoozed together go on together.
  const byTime = Map.groupBy(leads, ({ snoozedUntil }) =>
    snoozedUntil !== null && snoozedUntil > now ? snoozedUntil.getTime() : now.getTime(),
  )
  for (const [from, those] of byTime) {
    const group = await groupOf(
      tx,
      those.map(({ id }) => id),
    )
    await postponePaging(tx, group, new Date(from), until ?? now)
  }
  for (const alertId of ids) tx.publish("alert.changed", { projectId, alertId })
}
