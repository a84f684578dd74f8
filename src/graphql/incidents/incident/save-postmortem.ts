import { z } from "zod"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, note, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceIncident } from "./announce-incident.ts"
import { findIncident } from "./find-incident.ts"
import { addEntry } from "./timeline.ts"

const input = z.object({
  id,
  note,
  published: z.boolean().optional(),
  notifySubscribers: z.boolean().optional(),
})

export type PostmortemResult = { saved: boolean; published: boolean; noteChanged: boolean }

/**
 * Saves the post-mortem. Omitted settings keep their values, so a plain save never publishes; clearing the text
 * unpublishes it.
 *
 * @throws {DomainError} validation_failed if an empty text would be published.
 */
export async function savePostmortem(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<PostmortemResult> {
  const { id, note, ...settings } = parse(input, given)
  await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    // Locked, so that the announced change is the one that was made.
    await tx.db.$queryRaw`select 1 from incident where id = ${id}::uuid for update`
    const before = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    const isEmpty = note.trim() === ""
    if (isEmpty && settings.published === true) {
      throw invalid("#/note", "must not be empty when it is published")
    }
    // A cleared post-mortem is no longer published.
    const published = !isEmpty && (settings.published ?? before.postmortemPublished)
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
    if (published) tx.publish("incident.text_written", { incidentId: id })
    const findings = [{ code: codeOf(isReleased, noteChanged, note), parameters: {} } as const]
    const entryId = await addEntry(tx, ctx.actor, { incidentId: id, kind: "postmortem", findings })
    await recordAudit(tx, ctx.actor, "incident.postmortem_saved", before, {
      noteChanged,
      published,
      notifySubscribers: notify,
    })
    await announceIncident(tx, id, {
      event: isReleased ? "incident.postmortem_published" : "incident.updated",
      entryId,
      findings,
      postmortem: { note, published, notify_subscribers: notify },
    })
    return result
  })
}

function codeOf(isReleased: boolean, noteChanged: boolean, note: string) {
  if (isReleased) return "postmortem_published"
  if (!noteChanged) return "postmortem_settings_changed"
  return note === "" ? "postmortem_cleared" : "postmortem_saved"
}
