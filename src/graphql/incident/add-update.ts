import { z } from "zod"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { fill, values } from "../incident-template/fill.ts"
import { requireTemplate } from "../incident-template/find.ts"
import { id, note, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { findIncident } from "./find.ts"
import { addEntry } from "./timeline.ts"

const words = note.trim().min(1, "must not be empty")

const input = z
  .object({
    id,
    body: words.optional(),
    templateId: id.optional(),
    values: values.default([]),
    isPublic: z.boolean().default(false),
  })
  .refine(({ body, templateId }) => (body === undefined) !== (templateId === undefined), {
    error: "must be given, or a template: exactly one of the two",
    path: ["body"],
  })

/** Adds a note to the timeline, for the team alone unless it is public; answers the incident. */
export async function addIncidentUpdate(ctx: Context, given: z.input<typeof input>) {
  const { id, templateId, values, isPublic, ...said } = parse(input, given)
  const incident = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    const template =
      templateId === undefined ? null : await requireTemplate(tx, incident.projectId, templateId)
    const body = template === null ? said.body : fill(template.body, values)
    const { body: told } = parse(z.object({ body: words }), { body })
    await tx.db.incident.update({ where: { id }, data: { updatedAt: ctx.clock.now() } })
    const change = await addEntry(tx, ctx.actor, {
      incidentId: id,
      kind: "note",
      body: told,
      isPublic,
    })
    await recordAudit(tx, ctx.actor, {
      projectId: incident.projectId,
      action: "incident.update_added",
      subjectId: id,
      subjectName: incident.title,
    })
    return announceIncident(tx, id, { event: "incident.updated", change, reason: told })
  })
}
