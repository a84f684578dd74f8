import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import {
  groupOf,
  leadOf,
  mergeEscalations,
  splitEscalation,
} from "../../on-call/escalation/merge-escalation.ts"
import { lockIncidentsOf } from "../incident/follow-alerts.ts"
import { acknowledgeOpenAlerts } from "./acknowledge-alert.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordHandled } from "./handle-alert.ts"
import { lockAlerts } from "./lock-alert.ts"
import { requireAllSeen } from "./require-all-seen.ts"

const input = z.object({ id, intoId: id })

/**
 * Merges an open alert, with those that it pages for, into another: that one pages for it from now on, and they are
 * acknowledged and snoozed together. If the other is acknowledged or snoozed, so is this one. Incidents stay apart.
 *
 * @throws {DomainError} conflict if one of them was resolved; validation_failed for the alert itself and for one of
 * another project.
 */
export async function mergeAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, intoId } = parse(input, given)
  const found = await findToHandle(ctx, id)
  const into = await findToHandle(ctx, intoId)
  const { projectId } = found
  if (into.projectId !== projectId) throw invalid("#/intoId", "must be an alert of this project")
  return transact(ctx, async (tx) => {
    const leadId = await leadOf(tx, intoId)
    if (leadId === id) throw invalid("#/intoId", "must be another alert that it does not page for")
    const group = await groupOf(tx, id)
    await requireAllSeen(tx, ctx, projectId, [...group, leadId])
    await lockIncidentsOf(tx, [...group, leadId])
    await lockAlerts(tx, [...group, leadId])
    // Two alerts merged into each other at the same moment would wait for each other, and nobody would be paged.
    const now = [await leadOf(tx, intoId), ...(await groupOf(tx, id))]
    if (now.join() !== [leadId, ...group].join()) {
      throw conflict("One of the alerts was merged or split meanwhile. Read them again.")
    }
    const alert = await lockOpen(tx, id, "merged")
    const lead = await lockOpen(tx, leadId, "merged into")
    await mergeEscalations(tx, id, leadId)
    if (lead.acknowledgedAt !== null) {
      const open = await tx.db.alert.findMany({
        where: { id: { in: group }, acknowledgedAt: null, resolvedAt: null },
        orderBy: { id: "asc" },
      })
      await acknowledgeOpenAlerts(tx, ctx.actor, open, ctx.clock.now())
    }
    const { snoozedUntil, snoozedBy } = lead
    await tx.db.alert.updateMany({
      where: { id: { in: group } },
      data: { snoozedUntil, snoozedBy },
    })
    await recordHandled(tx, ctx, lead, {
      action: "alert.merged",
      change: "absorbed",
      about: `#${alert.number}`,
      changes: { mergedFrom: alert.number },
    })
    return recordHandled(tx, ctx, found, {
      action: "alert.merged",
      change: "merged",
      about: `#${lead.number}`,
      changes: { mergedInto: lead.number },
    })
  })
}

/**
 * Splits an open alert from the one that pages for it: it pages for itself from the first rule of its policy.
 *
 * @throws {DomainError} conflict if no other alert pages for it.
 */
export async function splitAlert(ctx: Context, alertId: string): Promise<Alert> {
  const found = await findToHandle(ctx, alertId)
  return transact(ctx, async (tx) => {
    const leadId = await leadOf(tx, found.id)
    await lockAlerts(tx, [found.id, leadId])
    await lockOpen(tx, found.id, "split")
    if (!(await splitEscalation(tx, found.id))) {
      throw conflict("No other alert pages for this one, so there is nothing to split.")
    }
    const lead = await tx.db.alert.findUniqueOrThrow({ where: { id: leadId } })
    return recordHandled(tx, ctx, found, {
      action: "alert.split",
      change: "split",
      about: `#${lead.number}`,
      changes: { splitFrom: lead.number },
    })
  })
}
