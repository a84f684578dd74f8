import type { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { diff } from "../schedule/on-call-diff.ts"
import { timeZone } from "../on-call-fields.ts"
import { findRotation } from "../schedule/find-on-call.ts"
import { layers } from "./layer-fields.ts"
import { requireParticipants } from "../schedule/require-known.ts"
import { orTakenName } from "../schedule/settle-on-call.ts"
import { writeLayers } from "./write-layers.ts"

const input = changesOfRow({ name, description, timeZone, layers })

/** Updates the given fields; layers replace all former ones, in the same transaction. */
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
    await recheckRotations(tx, [id])
    // Explicit, because a change of layers updates no column of the rotation.
    const data = given({ ...wanted, updatedAt: ctx.clock.now() })
    const rotation = await tx.db.rotation.update({ where: { id }, data })
    await announceOnCall(tx, ctx.actor, "rotation.updated", rotation, {
      ...changes,
      ...(layers === undefined ? {} : { layers: layers.length }),
    })
    return rotation
  })
  return orTakenName(changed, "rotation")
}
