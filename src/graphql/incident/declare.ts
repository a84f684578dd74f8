import { z } from "zod"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { description, id, name, parse } from "../input.ts"
import { nextNumber } from "../project/number.ts"
import { transact } from "../transaction.ts"
import type { Transaction } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { builtInState, namedSeverity } from "./look-up.ts"
import { addEntry } from "./timeline.ts"

const input = z.object({
  projectId: id,
  title: name,
  description: description.default(""),
  severity: name.default("major"),
  monitorId: id.nullable().default(null),
})

/** Declares an incident by hand; it pages nobody. */
export async function declareIncident(ctx: Context, given: z.input<typeof input>) {
  const { severity, ...data } = parse(input, given)
  const { projectId, monitorId } = data
  await ctx.access.require(projectId, "incidents:write")
  return transact(ctx, async (tx) => {
    const number = await nextNumber(tx, "incident", projectId)
    if (monitorId !== null) await requireMonitor(tx, projectId, monitorId)
    const state = await builtInState(tx.db, projectId, "incident", "identified")
    const { id: severityId } = await namedSeverity(tx.db, projectId, "incident", severity)
    const incidentId = newId()
    await tx.db.incident.create({
      data: {
        ...data,
        id: incidentId,
        number,
        stateId: state.id,
        severityId,
        isTitleChosen: true,
        startedAt: ctx.clock.now(),
      },
    })
    await addEntry(tx, ctx.actor, { incidentId, kind: "declared", body: data.description })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident.declared",
      subjectId: incidentId,
      subjectName: data.title,
    })
    return announceIncident(tx, incidentId, { event: "incident.created", change: incidentId })
  })
}

async function requireMonitor({ db }: Transaction, projectId: string, monitorId: string) {
  const monitor = await db.monitor.findFirst({
    where: { id: monitorId, projectId, deletedAt: null },
    select: { id: true },
  })
  if (monitor === null) throw invalid("#/monitorId", "must be a monitor of this project")
}
