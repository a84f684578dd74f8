import { z } from "zod"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { description, given, id, name, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { findIncident } from "./find.ts"
import { namedSeverity } from "./look-up.ts"
import { tellMonitors, toldMonitors } from "./monitors.ts"

const input = z
  .object({
    id,
    title: name.optional(),
    description: description.optional(),
    severity: name.optional(),
    monitors: toldMonitors.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error: "must give at least one of title, description, severity and monitors",
  })

/** Changes the words, the severity and what an incident says of monitors; the state has verbs of its own. */
export async function updateIncident(ctx: Context, values: z.input<typeof input>) {
  const { id, severity, monitors, ...words } = parse(input, values)
  const incident = await findIncident(ctx, id, "incidents:write")
  const { projectId } = incident
  return transact(ctx, async (tx) => {
    const chosen =
      severity === undefined
        ? undefined
        : await namedSeverity(tx.db, projectId, "incident", severity)
    const isTitleChosen = words.title === undefined ? undefined : true
    const data = given({ ...words, isTitleChosen, severityId: chosen?.id })
    await tx.db.incident.update({ where: { id }, data: { ...data, updatedAt: ctx.clock.now() } })
    if (monitors !== undefined) await tellMonitors(tx, incident, monitors)
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident.updated",
      subjectId: id,
      subjectName: words.title ?? incident.title,
      changes: given({ ...words, severity, monitors }),
    })
    return announceIncident(tx, id, { event: "incident.updated", change: newId() })
  })
}
