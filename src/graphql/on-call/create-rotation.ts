import { z } from "zod"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { description, id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { timeZone } from "./fields.ts"
import { layers } from "./layer-fields.ts"
import { requireParticipants } from "./require-known.ts"
import { takenName } from "./settle.ts"
import { writeLayers } from "./write-layers.ts"

const input = z.object({
  projectId: id,
  name,
  description: description.default(""),
  timeZone,
  layers: layers.default([]),
})

const mostRotations = 100

/** @throws {DomainError} validation_failed for a name that is taken or a participant who is no member. */
export async function createRotation(ctx: Context, given: z.input<typeof input>) {
  const { layers, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "on_call:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireParticipants(tx, projectId, layers)
    if ((await tx.db.rotation.count({ where: { projectId } })) >= mostRotations) {
      throw invalid("#/projectId", `has ${mostRotations} rotations already; delete one first`)
    }
    const [rotation] = await tx.db.rotation.createManyAndReturn({
      data: [{ id: newId(), ...data }],
      skipDuplicates: true,
    })
    if (rotation === undefined) throw takenName("rotation")
    await writeLayers(tx, rotation.id, layers)
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.created",
      subjectId: rotation.id,
      subjectName: rotation.name,
      changes: { timeZone: { from: null, to: rotation.timeZone } },
    })
    return rotation
  })
}
