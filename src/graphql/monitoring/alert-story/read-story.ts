import type { Context } from "../../kernel/context.ts"
import type { CheckRow } from "../check/list-checks.ts"
import type { SilenceEvidence } from "../verdict/rules/verdict-steps.ts"
import { readOutage } from "./read-outage.ts"
import {
  readBurns,
  readChanges,
  readEscalation,
  readNextStep,
  readPages,
  readSilence,
  readSteps,
} from "./read-paging.ts"
import type { Story } from "./rules/story-node.ts"
import { tellStory } from "./rules/tell-story.ts"

/** The mute of an SLO as far as it pauses paging now. */
const sloMute = (slo: { mutedUntil: Date | null } | null, now: Date): SilenceEvidence | null =>
  slo?.mutedUntil && slo.mutedUntil > now
    ? { kind: "muted", name: null, since: null, until: slo.mutedUntil.toISOString() }
    : null

export type ReadStory = Story & {
  projectId: string
  /** The checks of the story, as stored. */
  rows: CheckRow[]
}

/** Read the story of an alert: a fixed number of bounded reads, whatever its length. */
export async function readStory(ctx: Context, alertId: string): Promise<ReadStory> {
  const alert = await ctx.database.prisma.alert.findUniqueOrThrow({
    where: { id: alertId },
    include: { incident: true, monitor: true, slo: true, severity: { select: { name: true } } },
  })
  const { monitor, incident, projectId } = alert
  const now = ctx.clock.now()
  const isUrgent = alert.severity.name !== "low"
  const [outage, escalation, steps, pages, changes, burns] = await Promise.all([
    readOutage(ctx, alert),
    readEscalation(ctx, alertId),
    readSteps(ctx, alertId),
    readPages(ctx, alertId),
    readChanges(ctx, alert),
    readBurns(ctx, alertId),
  ])
  const isPaging =
    escalation?.state === "active" && alert.acknowledgedAt === null && alert.resolvedAt === null
  const [silence, nextStep] = isPaging
    ? await Promise.all([
        readSilence(ctx, monitor, now).then((found) => found ?? sloMute(alert.slo, now)),
        readNextStep(ctx, escalation.row, isUrgent),
      ])
    : [null, null]
  const { rows, verdicts, checks } = outage
  const story = tellStory({
    now,
    alert: { ...alert, isUrgent },
    monitorName: monitor?.name ?? null,
    incident,
    checks,
    verdicts,
    escalation,
    steps,
    pages,
    changes,
    burns,
    silence,
    nextStep,
  })
  return { ...story, projectId, rows }
}
