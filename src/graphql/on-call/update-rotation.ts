import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { description, given, id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall, lookAgain } from "./announce.ts"
import { diff } from "./diff.ts"
import { timeZone } from "./fields.ts"
import { findRotation } from "./find.ts"
import { layers } from "./layer-fields.ts"
import { requireParticipants } from "./require-known.ts"
import { orTakenName } from "./settle.ts"
import { writeLayers } from "./write-layers.ts"

const input = z
  .object({
    id,
    name: name.optional(),
    description: description.optional(),
    timeZone: timeZone.optional(),
    layers: layers.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error: "must give at least one of name, description, timeZone and layers",
  })

/** Changes what is given; layers take the place of all former ones, in the same transaction. */
export async function updateRotation(ctx: Context, values: z.input<typeof input>) {
  const { id, layers, ...wanted } = parse(input, values)
  const { projectId } = await findRotation(ctx, id, "on_call:write")
  const changed = transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "rotation")
    const before = await tx.db.rotation.findUnique({ where: { id } })
    if (before === null) throw notFound("rotation")
    const changes = diff(before, given(wanted))
    if (Object.keys(changes).length === 0 && layers === undefined) return before
    if (layers !== undefined) {
      await requireParticipants(tx, projectId, layers)
      await writeLayers(tx, id, layers)
    }
    await lookAgain(tx, [id])
    // Said outright: layers alone change no column of the rotation itself.
    const data = given({ ...wanted, updatedAt: ctx.clock.now() })
    const rotation = await tx.db.rotation.update({ where: { id }, data })
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.updated",
      subjectId: id,
      subjectName: rotation.name,
      changes: { ...changes, ...(layers === undefined ? {} : { layers: layers.length }) },
    })
    return rotation
  })
  return orTakenName(changed, "rotation")
}
