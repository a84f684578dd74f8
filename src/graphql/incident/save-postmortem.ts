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
  note,
  published: z.boolean().optional(),
  notifySubscribers: z.boolean().optional(),
})

export type SavedPostmortem = { saved: boolean; published: boolean; noteChanged: boolean }

/** Keeps what happened and why. Settings left out stay as they are, so a plain save never publishes. */
export async function savePostmortem(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<SavedPostmortem> {
  const { id, note, ...settings } = parse(input, given)
  const { projectId } = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    // Locked: what is told of the change must be what changed.
    await tx.db.$queryRaw`select 1 from incident where id = ${id}::uuid for update`
    const before = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    const published = settings.published ?? before.postmortemPublished
    const notify = settings.notifySubscribers ?? before.postmortemNotify
    const noteChanged = note !== before.postmortemNote
    const isReleased = published && !before.postmortemPublished
    const result = { saved: true, published, noteChanged }
    const isSame =
      published === before.postmortemPublished && notify === before.postmortemNotify && !noteChanged
    if (isSame) return result
    await tx.db.incident.update({
      where: { id },
      data: { postmortemNote: note, postmortemPublished: published, postmortemNotify: notify },
    })
    const body = inWords(isReleased, noteChanged, note)
    const change = await addEntry(tx, ctx.actor, { incidentId: id, kind: "postmortem", body })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident.postmortem_saved",
      subjectId: id,
      subjectName: before.title,
      changes: { noteChanged, published, notifySubscribers: notify },
    })
    await announceIncident(tx, id, {
      event: isReleased ? "incident.postmortem_published" : "incident.updated",
      change,
      reason: body,
      more: { postmortem: { note, published, notify_subscribers: notify } },
    })
    return result
  })
}

function inWords(isReleased: boolean, noteChanged: boolean, note: string): string {
  if (isReleased) return "The post-mortem was published."
  if (!noteChanged) return "The settings of the post-mortem were changed."
  return note === "" ? "The post-mortem was cleared." : "The post-mortem was saved."
}
