import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { description, given, id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { diff } from "./diff.ts"
import { findTeam } from "./find.ts"
import { orTakenName } from "./settle.ts"
import { teamUserIds, writeTeam } from "./write-team.ts"

const input = z
  .object({
    id,
    name: name.optional(),
    description: description.optional(),
    userIds: teamUserIds.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error: "must give at least one of name, description and userIds",
  })

/** Changes what is given; people take the place of all former ones. */
export async function updateTeam(ctx: Context, values: z.input<typeof input>) {
  const { id, userIds, ...wanted } = parse(input, values)
  const { projectId } = await findTeam(ctx, id, "on_call:write")
  const changed = transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "team")
    const before = await tx.db.team.findUnique({ where: { id } })
    if (before === null) throw notFound("team")
    if (userIds !== undefined) await writeTeam(tx, before, userIds)
    // Said outright: people alone change no column of the team itself.
    const data = given({ ...wanted, updatedAt: ctx.clock.now() })
    const team = await tx.db.team.update({ where: { id }, data })
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "team.updated",
      subjectId: id,
      subjectName: team.name,
      changes: { ...diff(before, given(wanted)), ...(userIds === undefined ? {} : { userIds }) },
    })
    return team
  })
  return orTakenName(changed, "team")
}
