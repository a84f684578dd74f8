import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import {
  groupOf,
  leadOf,
  leadsOf,
  mergeEscalations,
  splitEscalations,
} from "../../on-call/escalation/merge-escalation.ts"
import { lockIncidentsOf } from "../incident/follow-alerts.ts"
import { acknowledgeOpenAlerts } from "./acknowledge-alert.ts"
import { changeAlerts, type AlertSelection, type BulkChange } from "./change-alerts.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordAllHandled, recordHandled } from "./handle-alert.ts"
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
    const group = await groupOf(tx, [id])
    await requireAllSeen(tx, ctx, projectId, [...group, leadId])
    await lockIncidentsOf(tx, [...group, leadId])
    await lockAlerts(tx, [...group, leadId])
    // Two alerts merged into each other at the same moment would wait for each other, and nobody would be paged.
    const now = [await leadOf(tx, intoId), ...(await groupOf(tx, [id]))]
    if (now.join() !== [leadId, ...group].join()) {
      throw overtaken()
    }
    const alert = await lockOpen(tx, id, "merged")
    const lead = await lockOpen(tx, leadId, "merged into")
    await join(tx, ctx, [alert], lead, group)
    return tx.db.alert.findUniqueOrThrow({ where: { id } })
  })
}

export type Merge = BulkChange & {
  /** The alert that pages for them; null if none was merged. */
  intoId: string | null
}

/** Merges alerts into another like `mergeAlert`; by default into the oldest of them. */
export async function mergeAlerts(
  ctx: Context,
  selection: AlertSelection,
  given: string | null,
): Promise<Merge> {
  const into = given === null ? null : await findToHandle(ctx, given)
  let intoId: string | null = null
  const { ids, kept } = await changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: true,
    judge: ({ resolvedAt }) => (resolvedAt === null ? null : "resolved"),
    async act(tx, { alerts, projectId }) {
      const leadId = await leadOf(tx, into?.id ?? alerts[0].id)
      if (into !== null && into.projectId !== projectId) {
        throw invalid("#/intoId", "must be an alert of this project")
      }
      const present = new Set([leadId, ...(await groupOf(tx, [leadId]))])
      const others = alerts.filter(({ id }) => !present.has(id))
      const otherIds = others.map(({ id }) => id)
      const group = await groupOf(tx, otherIds)
      await requireAllSeen(tx, ctx, projectId, [...group, leadId])
      await lockIncidentsOf(tx, [...group, leadId])
      await lockAlerts(tx, [...group, leadId])
      const now = [await leadOf(tx, leadId), ...(await groupOf(tx, otherIds))]
      if (now.join() !== [leadId, ...group].join()) throw overtaken()
      const lead = await lockOpen(tx, leadId, "merged into")
      intoId = leadId
      await join(tx, ctx, others, lead, group)
      return otherIds
    },
  })
  return { ids, kept: kept.filter(({ id }) => id !== intoId), intoId }
}

/** @param group the alerts and those that they page for, all locked. */
async function join(
  tx: Transaction,
  ctx: Context,
  alerts: Alert[],
  lead: Alert,
  group: string[],
): Promise<void> {
  if (alerts.length === 0) return
  await mergeEscalations(
    tx,
    alerts.map(({ id }) => id),
    lead.id,
  )
  if (lead.acknowledgedAt !== null) {
    const open = await tx.db.alert.findMany({
      where: { id: { in: group }, acknowledgedAt: null, resolvedAt: null },
      orderBy: { id: "asc" },
    })
    await acknowledgeOpenAlerts(tx, ctx.actor, open, ctx.clock.now())
  }
  const { snoozedUntil, snoozedBy } = lead
  await tx.db.alert.updateMany({ where: { id: { in: group } }, data: { snoozedUntil, snoozedBy } })
  const numbers = alerts.map(({ number }) => number)
  await recordHandled(tx, ctx, lead, {
    action: "alert.merged",
    change: "absorbed",
    about: listed(numbers),
    changes: { mergedFrom: numbers.length === 1 ? (numbers[0] ?? null) : numbers },
  })
  await recordAllHandled(tx, ctx, alerts, {
    action: "alert.merged",
    change: "merged",
    about: `#${lead.number}`,
    changes: { mergedInto: lead.number },
  })
}

const mostListed = 20

/** "#1, #2, #3"; of many, the first and how many more. */
const listed = (numbers: number[]): string => {
  const shown = numbers.slice(0, mostListed).map((number) => `#${number}`)
  const more = numbers.length - shown.length
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(", ")
}

const overtaken = () =>
  conflict("One of the alerts was merged or split meanwhile. Read them again.")

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
    if ((await splitEscalations(tx, [found.id])).length === 0) {
      throw conflict("No other alert pages for this one, so there is nothing to split.")
    }
    await recordSplit(tx, ctx, [found], leadId)
    return tx.db.alert.findUniqueOrThrow({ where: { id: found.id } })
  })
}

/** Splits alerts like `splitAlert`. */
export const splitAlerts = (ctx: Context, selection: AlertSelection) =>
  changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: false,
    judge: ({ resolvedAt }) => (resolvedAt === null ? null : "resolved"),
    async act(tx, { alerts, ids }) {
      const leadIds = await leadsOf(tx, ids)
      const leads = new Map<string, Alert[]>()
      for (const leadId of leadIds) {
        const group = new Set(await groupOf(tx, [leadId]))
        leads.set(
          leadId,
          alerts.filter(({ id }) => group.has(id)),
        )
      }
      await lockAlerts(tx, [...ids, ...leadIds])
      const split = new Set(await splitEscalations(tx, ids))
      for (const [leadId, group] of leads) {
        const parted = group.filter(({ id }) => split.has(id))
        if (parted.length > 0) await recordSplit(tx, ctx, parted, leadId)
      }
      return [...split]
    },
  })

async function recordSplit(
  tx: Transaction,
  ctx: Context,
  alerts: Alert[],
  leadId: string,
): Promise<void> {
  const lead = await tx.db.alert.findUniqueOrThrow({ where: { id: leadId } })
  await recordAllHandled(tx, ctx, alerts, {
    action: "alert.split",
    change: "split",
    about: `#${lead.number}`,
    changes: { splitFrom: lead.number },
  })
}
