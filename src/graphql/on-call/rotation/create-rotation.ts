import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { timeZone } from "../on-call-fields.ts"
import { layers } from "./layer-fields.ts"
import { requireParticipants } from "../schedule/require-known.ts"
import { takenName } from "../schedule/settle-on-call.ts"
import { writeLayers } from "./write-layers.ts"

const input = z.object({
  projectId: id,
  name,
  description: description.default(""),
  timeZone,
  layers: layers.default([]),
})

const mostRotations = 100

/** @throws {DomainError} validation_failed for a name in use or a participant who is not a member. */
export async function createRotation(ctx: Context, given: z.input<typeof input>) {
  const { layers, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "on_call:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireParticipants(tx, projectId, layers)
    if ((await tx.db.rotation.count({ where: { projectId } })) >= mostRotations) {
      throw invalid("#/projectId", `already has ${mostRotations} rotations; delete one first`)
    }
    const [rotation] = await tx.db.rotation.createManyAndReturn({
      data: [{ id: newId(), ...data }],
      skipDuplicates: true,
    })
    if (rotation === undefined) throw takenName("rotation")
    await writeLayers(tx, rotation.id, layers)
    await announceOnCall(tx, ctx.actor, "rotation.created", rotation, {
      timeZone: { from: null, to: rotation.timeZone },
    })
    return rotation
  })
}
