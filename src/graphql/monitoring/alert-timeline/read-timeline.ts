import { readFindings } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import type { CheckRow } from "../check/list-checks.ts"
import { readOutage } from "./read-outage.ts"
import {
  pauseUntil,
  readBurns,
  readChanges,
  readEscalation,
  readNextStep,
  readNotes,
  readPages,
  readSilence,
  readSteps,
} from "./read-paging.ts"
import type { Timeline } from "./rules/timeline-node.ts"
import { tellTimeline } from "./rules/tell-timeline.ts"

export type ReadTimeline = Timeline & {
  projectId: string
  /** The checks of the timeline, as stored. */
  rows: CheckRow[]
}

/** Read the timeline of an alert: a fixed number of bounded reads, whatever its length. */
export async function readTimeline(ctx: Context, alertId: string): Promise<ReadTimeline> {
  const alert = await ctx.database.prisma.alert.findUniqueOrThrow({
    where: { id: alertId },
    include: { incident: true, monitor: true, slo: true, severity: { select: { name: true } } },
  })
  const { monitor, incident, projectId } = alert
  const now = ctx.clock.now()
  const isUrgent = alert.severity.name !== "low"
  const [outage, escalation, steps, pages, changes, notes, burns] = await Promise.all([
    readOutage(ctx, alert),
    readEscalation(ctx, alertId),
    readSteps(ctx, alertId),
    readPages(ctx, alertId),
    readChanges(ctx, alert),
    readNotes(ctx, alertId),
    readBurns(ctx, alertId),
  ])
  const isPaging =
    escalation?.state === "active" && alert.acknowledgedAt === null && alert.resolvedAt === null
  const [silence, nextStep] = isPaging
    ? await Promise.all([
        readSilence(ctx, monitor, now).then(
          (found) =>
            found ??
            pauseUntil("muted", alert.slo?.mutedUntil, now) ??
            pauseUntil("snoozed", alert.snoozedUntil, now),
        ),
        readNextStep(ctx, escalation.row, isUrgent),
      ])
    : [null, null]
  const timeline = tellTimeline({
    now,
    alert: { ...alert, isUrgent },
    monitorName: monitor?.name ?? null,
    report: alert.dedupHash && {
      findings: readFindings(alert.findings, alert.description),
      repeatCount: alert.repeatCount,
      repeatedAt: alert.repeatedAt,
      isSnoozed: pauseUntil("snoozed", alert.snoozedUntil, now) !== null,
    },
    incident,
    ...outage,
    escalation,
    steps,
    pages,
    changes,
    notes,
    burns,
    silence,
    nextStep,
  })
  return { ...timeline, projectId, rows: outage.rows }
}
