import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { actorName } from "../../kernel/access.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { fill, values } from "../incident-template/rules/fill-template.ts"
import { requireTemplate } from "../incident-template/find-template.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { monitorScope, type Limit } from "../../kernel/monitor-scope.ts"
import { nextNumber } from "../../workspace/project/next-number.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { announceIncident } from "./announce-incident.ts"
import { namedSeverity, namedState } from "../state/read-incident-parts.ts"
import { announceMonitorChanges, announcedMonitors } from "./incident-monitors.ts"
import { marksOf } from "./rules/incident-marks.ts"
import { page, pageInput } from "./page-for-incident.ts"
import { addEntry } from "./timeline.ts"

const input = z
  .object({
    projectId: id,
    title: name.optional(),
    description: description.optional(),
    severity: name.optional(),
    state: name.default("identified"),
    monitorId: id.nullable().default(null),
    monitors: announcedMonitors.default([]),
    templateId: id.optional(),
    values: values.default([]),
    page: pageInput.optional(),
  })
  .refine(({ title, templateId }) => title !== undefined || templateId !== undefined, {
    error: "must be given, or a template",
    path: ["title"],
  })
type Input = z.output<typeof input>

/** Fills in omitted text from a template. */
const filled = z.object({ title: name, description, severity: name.default("major") })

/** Declares an incident manually, and pages whom it says; by default nobody. */
export async function declareIncident(ctx: Context, given: z.input<typeof input>) {
  const wanted = parse(input, given)
  const { projectId, monitorId, monitors } = wanted
  await ctx.access.require(projectId, "incidents:write", "project", "within")
  const limit = await ctx.access.limit(projectId)
  return transact(ctx, async (tx) => {
    const { severity, ...words } = await wordsOf(tx, wanted)
    const number = await nextNumber(tx, "incident", projectId)
    if (monitorId !== null) await requireMonitor(tx, projectId, limit, monitorId)
    const state = await firstState(tx, projectId, wanted.state)
    const now = ctx.clock.now()
    const { id: severityId } = await namedSeverity(tx.db, projectId, "incident", severity)
    const incidentId = newId()
    await tx.db.incident.create({
      data: {
        ...words,
        findings: [],
        projectId,
        monitorId,
        id: incidentId,
        number,
        stateId: state.id,
        severityId,
        isTitleChosen: true,
        isDeclaredManually: true,
        startedAt: now,
        ...marksOf(state, unmarked, actorName(ctx.actor), now),
      },
    })
    await announceMonitorChanges(tx, { id: incidentId, projectId, monitorId }, limit, monitors)
    await addEntry(tx, ctx.actor, { incidentId, kind: "declared", body: words.description })
    await recordAudit(tx, ctx.actor, "incident.declared", {
      projectId,
      id: incidentId,
      name: words.title,
    })
    const incident = await announceIncident(tx, incidentId, {
      event: "incident.created",
      entryId: null,
    })
    if (wanted.page !== undefined) await page(tx, ctx, incident, wanted.page)
    return incident
  })
}

const unmarked = { acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null }

async function firstState({ db }: Transaction, projectId: string, name: string) {
  const state = await namedState(db, projectId, "incident", name)
  if (state.meaning === "resolved") throw invalid("#/state", "must not mean resolved")
  return state
}

async function wordsOf(tx: Transaction, wanted: Input) {
  const { title, description = "", severity, projectId, templateId, values } = wanted
  if (templateId === undefined) return parse(filled, { title, description, severity })
  const template = await requireTemplate(tx, projectId, templateId)
  return parse(filled, {
    title: title ?? fill(template.title, values),
    description: wanted.description ?? fill(template.body, values),
    severity: severity ?? template.severity?.name,
  })
}

async function requireMonitor(
  { db }: Transaction,
  projectId: string,
  limit: Limit,
  monitorId: string,
) {
  const monitor = await db.monitor.findFirst({
    where: { ...monitorScope(limit), id: monitorId, projectId, deletedAt: null },
    select: { id: true },
  })
  if (monitor === null) throw invalid("#/monitorId", "must be a monitor of this project")
}
