import { z } from "zod"
import type { Alert, AuditEntry, Escalation } from "../../../../prisma/generated/client.ts"
import { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { readFindings, readLast } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { reader } from "../../kernel/transaction.ts"
import { confirmedAtOf } from "../../delivery/log/rules/delivery-confirmation.ts"
import { readStep } from "../../on-call/escalation/read-step.ts"
import { pagedBy } from "../../on-call/escalation/explain-joined.ts"
import { massFailure } from "../../on-call/escalation/rules/mass-failure.ts"
import { lastResort, resolveStep, stepAt } from "../../on-call/policy/rules/policy-steps.ts"
import { readPlan } from "../../on-call/schedule/read-plan.ts"
import type { SilenceEvidence } from "../verdict/rules/verdict-steps.ts"
import {
  changedWhat,
  type BurnFact,
  type ChangeFact,
  type EscalationFact,
  type NextStep,
  type NoteFact,
  type PageFact,
  type PagingSilence,
} from "./rules/timeline-facts.ts"

type Reader = Pick<Context, "database">

const mostPages = 200
const mostAttempts = 20
const mostChanges = 100

export async function readEscalation(
  ctx: Reader,
  alertId: string,
): Promise<(EscalationFact & { row: Escalation }) | null> {
  const row = await ctx.database.prisma.escalation.findUnique({
    where: { alertId },
    include: {
      policy: { select: { name: true } },
      lead: {
        select: {
          unreachableSince: true,
          causes: true,
          alert: { select: { id: true, number: true } },
        },
      },
    },
  })
  if (row === null) return null
  const { state, lead, policy } = row
  const paging = state === "joined" ? lead : row
  return {
    ...row,
    row,
    policyName: policy?.name ?? null,
    unreachableSince: paging?.unreachableSince ?? null,
    mass: massFailure.nullable().parse(row.mass),
    lead: lead && { ...lead.alert, why: pagedBy(row.causes, lead) },
  }
}

export async function readSteps({ database }: Reader, alertId: string) {
  const rows = await database.prisma.escalationStep.findMany({
    where: { alertId },
    orderBy: [{ at: "desc" }, { round: "desc" }, { ruleOrder: "desc" }],
    take: mostPages,
  })
  return rows.toReversed().map(({ round, ruleOrder, at, ...step }) => {
    return { round, ruleOrder, at, found: readStep(step) }
  })
}

/** The latest pages with the deliveries of the page itself, without later updates. */
export async function readPages({ database }: Reader, alertId: string): Promise<PageFact[]> {
  const rows = await database.prisma.page.findMany({
    where: { alertId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostPages,
    include: {
      user: {
        select: { name: true, contactRules: { select: { quietFromMinute: true } } },
      },
      channel: { select: { name: true } },
      deliveries: {
        where: { event: "alert.created" },
        orderBy: [{ dueAt: "asc" }, { id: "asc" }],
        take: mostAttempts,
        include: { attempts: { orderBy: { number: "asc" }, take: mostAttempts } },
      },
    },
  })
  const digests = await database.prisma.delivery.findMany({
    where: { id: { in: rows.flatMap(({ digestId }) => digestId ?? []) }, state: "delivered" },
    select: { id: true },
  })
  const accepted = new Set(digests.map(({ id }) => id))
  return rows.toReversed().map(({ user, channel, userId, deliveries, ...page }) => ({
    ...page,
    findings: readFindings(page.findings, page.reason),
    isReached:
      deliveries.some(({ state }) => state === "delivered") ||
      (page.digestId !== null && accepted.has(page.digestId)),
    name: (user ?? channel)?.name ?? null,
    isPerson: userId !== null || channel === null,
    hasQuietHours: (user?.contactRules?.quietFromMinute ?? null) !== null,
    deliveries: deliveries.map(({ target, ...delivery }) => ({
      ...delivery,
      confirmedAt: confirmedAtOf({ target, ...delivery }),
      kind: kindOf(target),
      errors: readLast(delivery),
    })),
  }))
}

/** Deliveries to an account's address have a target of their own kind. */
const kindOf = (target: string): ChannelKind => {
  const kind = target.split(":", 1)[0] ?? ""
  return Object.values(ChannelKind).find((one) => one === kind) ?? "email"
}

const ofMonitor = ["monitor.muted", "monitor.unmuted", "monitor.paused", "monitor.resumed"]
const ofSlo = ["slo.muted", "slo.unmuted"]
const ofAlert = [
  "alert.acknowledged",
  "alert.unacknowledged",
  "alert.state_changed",
  "alert.escalated",
  "alert.snoozed",
  "alert.unsnoozed",
  "alert.assigned",
  "alert.merged",
  "alert.split",
  "alert.paged",
]

/** What people and keys did to the alert, and to its monitor or SLO while the alert was open. */
export async function readChanges(
  { database }: Reader,
  alert: Pick<Alert, "id" | "monitorId" | "sloId" | "createdAt" | "resolvedAt">,
): Promise<ChangeFact[]> {
  const { id, monitorId, sloId, createdAt, resolvedAt } = alert
  const during = { gte: createdAt, ...(resolvedAt === null ? {} : { lt: resolvedAt }) }
  const rows = await database.prisma.auditEntry.findMany({
    where: {
      OR: [
        { subjectId: id, action: { in: ofAlert } },
        ...(monitorId === null
          ? []
          : [{ subjectId: monitorId, action: { in: ofMonitor }, at: during }]),
        ...(sloId === null ? [] : [{ subjectId: sloId, action: { in: ofSlo }, at: during }]),
      ],
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: mostChanges,
  })
  return rows.toReversed().map(changeOf)
}

const via = z.object({ client: z.string() }).nullable().catch(null)
const changed = changedWhat.catch({})

const changeOf = ({ id, at, action, actorKind, actorName, ...entry }: AuditEntry): ChangeFact => ({
  id,
  at,
  action,
  actorKind,
  actorName,
  client: via.parse(entry.via)?.client ?? null,
  changes: changed.parse(entry.changes),
})

const mostNotes = 100

/** What people wrote about the alert, oldest first. */
export async function readNotes({ database }: Reader, alertId: string): Promise<NoteFact[]> {
  const rows = await database.prisma.alertNote.findMany({
    where: { alertId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostNotes,
  })
  return rows.toReversed().map(({ createdAt: at, ...note }) => ({ ...note, at }))
}

const mostBurns = 50

/** What the evaluations of an SLO decided about its alert, oldest first. */
export async function readBurns({ database }: Reader, alertId: string): Promise<BurnFact[]> {
  const rows = await database.prisma.sloDecision.findMany({
    where: { alertId },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: mostBurns,
    select: { id: true, decision: true, at: true, reason: true, findings: true },
  })
  return rows.toReversed().map(({ reason, findings, ...row }) => ({
    ...row,
    findings: readFindings(findings, reason),
  }))
}

/** A mute or snooze as far as it pauses paging now. */
export const pauseUntil = <Kind extends PagingSilence["kind"]>(
  kind: Kind,
  until: Date | null | undefined,
  now: Date,
) => (until && until > now ? { kind, name: null, since: null, until: until.toISOString() } : null)

/** What pauses the paging of a monitor now: the silence that ends last. */
export async function readSilence(
  { database }: Reader,
  monitor: { id: string; mutedUntil: Date | null } | null,
  now: Date,
): Promise<SilenceEvidence | null> {
  if (monitor === null) return null
  const window = await database.prisma.maintenance.findFirst({
    where: {
      monitors: { some: { monitorId: monitor.id } },
      state: { not: "cancelled" },
      startsAt: { lte: now },
      endsAt: { gt: now },
    },
    orderBy: { endsAt: "desc" },
  })
  const muted = pauseUntil("muted", monitor.mutedUntil, now)
  if (window === null) return muted
  const { title, startsAt, endsAt } = window
  if (muted !== null && muted.until > endsAt.toISOString()) return muted
  const times = { since: startsAt.toISOString(), until: endsAt.toISOString() }
  return { kind: "maintenance", name: title, ...times }
}

/** The step that an active escalation runs next, as its policy and rotations are now. */
export async function readNextStep(
  ctx: Context,
  { projectId, policyId, dueAt, step, roundsBefore }: Escalation,
  isUrgent: boolean,
): Promise<NextStep> {
  const plan = await readPlan(reader(ctx), {
    projectId,
    from: dueAt,
    until: dueAt,
    policies: policyId === null ? "default" : { id: policyId },
    rotations: "named",
  })
  const policy = plan.policies[0] ?? null
  const next = (policy === null ? null : stepAt(policy, step)) ?? lastResort(plan.admins)
  const resolved = resolveStep(next, isUrgent ? "high" : "low", dueAt, plan)
  const people = resolved.userIds.map((userId) => {
    const { deliveries = [], digestAt = null } = resolved.recipients.get(userId) ?? {}
    return {
      name: plan.names.get(userId) ?? null,
      kinds: deliveries.map(({ kind }) => kind),
      isDigest: digestAt !== null,
    }
  })
  const channels = resolved.channelIds.map((id) => ({
    name: plan.names.get(id) ?? null,
    kinds: [],
    isDigest: false,
  }))
  return {
    round: roundsBefore + resolved.round,
    ruleOrder: resolved.ruleOrder,
    targets: [...people, ...channels],
  }
}
