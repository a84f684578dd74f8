import { z } from "zod"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { id, note, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { findIncident } from "./find.ts"
import { addEntry } from "./timeline.ts"

const input = z.object({
  id,
  body: note.trim().min(1, "must not be empty"),
  isPublic: z.boolean().default(false),
})

/** Adds a note to the timeline, for the team alone unless it is public; answers the incident. */
export async function addIncidentUpdate(ctx: Context, given: z.input<typeof input>) {
  const { id, body, isPublic } = parse(input, given)
  const incident = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    await tx.db.incident.update({ where: { id }, data: { updatedAt: ctx.clock.now() } })
    const change = await addEntry(tx, ctx.actor, { incidentId: id, kind: "note", body, isPublic })
    await recordAudit(tx, ctx.actor, {
      projectId: incident.projectId,
      action: "incident.update_added",
      subjectId: id,
      subjectName: incident.title,
    })
    return announceIncident(tx, id, { event: "incident.updated", change, reason: body })
  })
}
