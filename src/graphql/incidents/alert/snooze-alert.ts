import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { groupOf, leadOf } from "../../on-call/escalation/merge-escalation.ts"
import { postponePaging } from "../../on-call/escalation/snooze-escalation.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordHandled } from "./handle-alert.ts"
import { lockAlerts } from "./lock-alert.ts"
import { requireAllSeen } from "./require-all-seen.ts"

const input = z.object({ id, until: z.date() })
const longestMs = 30 * 86_400_000

/**
 * Snoozes an open alert, and those that it pages for: until then nobody is paged, then paging goes on where it stopped.
 * A snoozed one gets the new time. One that another alert pages for snoozes with the whole group.
 *
 * @throws {DomainError} conflict for an acknowledged or resolved alert; validation_failed for a time that is not within
 * the next 30 days.
 */
export async function snoozeAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, until } = parse(input, given)
  const now = ctx.clock.now()
  const ms = until.getTime() - now.getTime()
  if (ms <= 0 || ms > longestMs) throw invalid("#/until", "must be within the next 30 days")
  const found = await findToHandle(ctx, id)
  return transact(ctx, async (tx) => {
    const group = await lockGroup(tx, ctx, found)
    const { acknowledgedAt } = await lockOpen(tx, id, "snoozed")
    if (acknowledgedAt !== null) {
      throw conflict("The alert is acknowledged, so nobody is paged. Withdraw that to snooze it.")
    }
    await setSnooze(tx, ctx, group, until)
    return recordHandled(tx, ctx, found, {
      action: "alert.snoozed",
      change: "snoozed",
      changes: { snoozedUntil: until.toISOString() },
      findings: [
        { code: "paging_goes", parameters: { effect: "stops", until: until.toISOString() } },
      ],
    })
  })
}

/** Ends a snooze: paging goes on at once where it stopped. Returns an alert that is not snoozed unchanged. */
export async function unsnoozeAlert(ctx: Context, alertId: string): Promise<Alert> {
  const found = await findToHandle(ctx, alertId)
  return transact(ctx, async (tx) => {
    const group = await lockGroup(tx, ctx, found)
    const alert = await lockOpen(tx, found.id, "woken")
    if (alert.snoozedUntil === null || alert.snoozedUntil <= ctx.clock.now()) return alert
    await setSnooze(tx, ctx, group, null)
    tx.publish("delivery.due", { projectId: found.projectId })
    return recordHandled(tx, ctx, found, {
      action: "alert.unsnoozed",
      change: "unsnoozed",
      findings: [{ code: "paging_goes", parameters: { effect: "continues", until: null } }],
    })
  })
}

type Group = { leadId: string; projectId: string; ids: string[] }

/** The alert, the one that pages for it, and all others that it pages for. */
async function lockGroup(
  tx: Transaction,
  ctx: Context,
  { id, projectId }: Pick<Alert, "id" | "projectId">,
): Promise<Group> {
  const leadId = await leadOf(tx, id)
  const ids = await groupOf(tx, leadId)
  await requireAllSeen(tx, ctx, projectId, ids)
  await lockAlerts(tx, ids)
  return { leadId, projectId, ids }
}

async function setSnooze(
  tx: Transaction,
  ctx: Context,
  { leadId, projectId, ids }: Group,
  until: Date | null,
): Promise<void> {
  const now = ctx.clock.now()
  const { snoozedUntil } = await tx.db.alert.findUniqueOrThrow({ where: { id: leadId } })
  const from = snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : now
  await tx.db.alert.updateMany({
    where: { id: { in: ids }, resolvedAt: null, acknowledgedAt: null },
    data: { snoozedUntil: until, snoozedBy: until === null ? null : actorName(ctx.actor) },
  })
  await postponePaging(tx, ids, from, until ?? now)
  for (const alertId of ids) tx.publish("alert.changed", { projectId, alertId })
}
