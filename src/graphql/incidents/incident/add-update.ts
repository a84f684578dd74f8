import { z } from "zod"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { fill, values } from "../incident-template/rules/fill-template.ts"
import { requireTemplate } from "../incident-template/find-template.ts"
import { id, note, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceIncident } from "./announce-incident.ts"
import { findIncident } from "./find-incident.ts"
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
    error: "or templateId must be given, but not both",
    path: ["body"],
  })

/** Adds a note to the timeline, internal unless it is public. Returns the incident. */
export async function addIncidentUpdate(ctx: Context, given: z.input<typeof input>) {
  const { id, templateId, values, isPublic, ...said } = parse(input, given)
  const incident = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    const template =
      templateId === undefined ? null : await requireTemplate(tx, incident.projectId, templateId)
    const body = template === null ? said.body : fill(template.body, values)
    const { body: text } = parse(z.object({ body: words }), { body })
    await tx.db.incident.update({ where: { id }, data: { updatedAt: ctx.clock.now() } })
    const entryId = await addEntry(tx, ctx.actor, {
      incidentId: id,
      kind: "note",
      body: text,
      isPublic,
    })
    await recordAudit(tx, ctx.actor, "incident.update_added", incident)
    return announceIncident(tx, id, { event: "incident.updated", entryId, note: text })
  })
}
