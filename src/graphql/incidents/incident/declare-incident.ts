import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { fill, values } from "../incident-template/rules/fill-template.ts"
import { requireTemplate } from "../incident-template/find-template.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { nextNumber } from "../../workspace/project/next-number.ts"
import { transact } from "../../kernel/transaction.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { announceIncident } from "./announce-incident.ts"
import { builtInState, namedSeverity } from "./read-incident-parts.ts"
import { announceMonitorChanges, announcedMonitors } from "./incident-monitors.ts"
import { addEntry } from "./timeline.ts"

const input = z
  .object({
    projectId: id,
    title: name.optional(),
    description: description.optional(),
    severity: name.optional(),
    monitorId: id.nullable().default(null),
    monitors: announcedMonitors.default([]),
    templateId: id.optional(),
    values: values.default([]),
  })
  .refine(({ title, templateId }) => title !== undefined || templateId !== undefined, {
    error: "must be given, or a template",
    path: ["title"],
  })
type Input = z.output<typeof input>

/** Fills in omitted text from a template. */
const filled = z.object({ title: name, description, severity: name.default("major") })

/** Declares an incident manually; it pages nobody. */
export async function declareIncident(ctx: Context, given: z.input<typeof input>) {
  const wanted = parse(input, given)
  const { projectId, monitorId, monitors } = wanted
  await ctx.access.require(projectId, "incidents:write")
  return transact(ctx, async (tx) => {
    const { severity, ...words } = await wordsOf(tx, wanted)
    const number = await nextNumber(tx, "incident", projectId)
    if (monitorId !== null) await requireMonitor(tx, projectId, monitorId)
    const state = await builtInState(tx.db, projectId, "incident", "identified")
    const { id: severityId } = await namedSeverity(tx.db, projectId, "incident", severity)
    const incidentId = newId()
    await tx.db.incident.create({
      data: {
        ...words,
        projectId,
        monitorId,
        id: incidentId,
        number,
        stateId: state.id,
        severityId,
        isTitleChosen: true,
        startedAt: ctx.clock.now(),
      },
    })
    await announceMonitorChanges(tx, { id: incidentId, projectId }, monitors)
    await addEntry(tx, ctx.actor, { incidentId, kind: "declared", body: words.description })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident.declared",
      subjectId: incidentId,
      subjectName: words.title,
    })
    return announceIncident(tx, incidentId, { event: "incident.created", entryId: null })
  })
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

async function requireMonitor({ db }: Transaction, projectId: string, monitorId: string) {
  const monitor = await db.monitor.findFirst({
    where: { id: monitorId, projectId, deletedAt: null },
    select: { id: true },
  })
  if (monitor === null) throw invalid("#/monitorId", "must be a monitor of this project")
}
