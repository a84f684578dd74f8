import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { description, id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { findToHandle } from "./find-to-handle.ts"
import { recordHandled } from "./handle-alert.ts"

const input = z.object({ id, body: description.trim().min(1, "must not be empty") })

/** Adds a note to the timeline of an alert, open or not. */
export async function noteAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, body } = parse(input, given)
  const found = await findToHandle(ctx, id)
  const { kind } = ctx.actor
  return transact(ctx, async (tx) => {
    await tx.db.alertNote.create({
      data: {
        id: newId(),
        alertId: id,
        body,
        actorKind: kind === "anonymous" ? "system" : kind,
        actorName: actorName(ctx.actor),
        createdAt: ctx.clock.now(),
      },
    })
    await tx.db.alert.update({ where: { id }, data: { updatedAt: ctx.clock.now() } })
    return recordHandled(tx, ctx, found, {
      action: "alert.noted",
      change: "noted",
      findings: [{ code: "note_says", parameters: { text: body } }],
    })
  })
}
