import { asWritten, readOne } from "../../../findings/finding.ts"
import type { Incident } from "../../../../prisma/generated/client.ts"
import { oneLine, type IncidentFacts } from "../../incidents/incident/rules/draft-postmortem.ts"
import { entryTextOf } from "../../incidents/incident/rules/incident-texts.ts"
import { foldTimeline } from "../../incidents/incident/rules/fold-timeline.ts"
import { labelOf } from "../../incidents/state/rules/state-label.ts"
import type { Context } from "../../kernel/context.ts"
import { readsTelemetry } from "../../kernel/reads-telemetry.ts"
import { monitorScope } from "../../kernel/monitor-scope.ts"
import { incidentTelemetryUrl } from "../../workspace/project/rules/incident-url.ts"
import { explain } from "./explain-opening.ts"

const mostUpdates = 300
const mostPages = 50

/** Everything stored about an incident that its post-mortem starts from. */
export async function readIncidentFacts(ctx: Context, incident: Incident): Promise<IncidentFacts> {
  const { prisma } = ctx.database
  const where = { incidentId: incident.id }
  const limit = await ctx.access.limit(incident.projectId)
  const [related, updates, pages, explanation] = await Promise.all([
    prisma.incident.findUniqueOrThrow({
      where: { id: incident.id },
      select: {
        severity: { select: { name: true, isBuiltIn: true } },
        telemetry: { select: { takenAt: true } },
        monitor: { select: { name: true } },
        monitors: {
          ...(limit !== null && { where: { monitor: { is: monitorScope(limit) } } }),
          select: { monitor: { select: { name: true } } },
        },
      },
    }),
    prisma.incidentUpdate.findMany({
      where,
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: mostUpdates,
    }),
    prisma.page.findMany({
      where: { alert: where },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: mostPages,
      select: {
        createdAt: true,
        user: { select: { name: true } },
        channel: { select: { name: true } },
      },
    }),
    explain(ctx, { noun: "incident", ...incident }),
  ])
  const isKept = related.telemetry?.takenAt && (await readsTelemetry(ctx, incident.projectId))
  const url = incidentTelemetryUrl(ctx.env.BASE_URL, incident)
  const own = related.monitor === null ? [] : [related.monitor.name]
  const names = [...own, ...related.monitors.map(({ monitor }) => monitor.name)]
  const { title, titleFinding, isTitleChosen } = incident
  return {
    ...incident,
    title:
      isTitleChosen || titleFinding === null
        ? asWritten(oneLine(title))
        : readOne(titleFinding, title),
    severity: labelOf(related.severity),
    monitors: [...new Set(names)],
    detection: explanation.findings,
    telemetryUrl: isKept ? url : null,
    pages: pages.map(({ createdAt, user, channel }) => ({
      name: (user ?? channel)?.name ?? null,
      at: createdAt,
    })),
    timeline: foldTimeline(updates, incident).map((entry) => ({ ...entry, ...entryTextOf(entry) })),
  }
}
