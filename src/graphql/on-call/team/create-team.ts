import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { takenName } from "../schedule/settle-on-call.ts"
import { teamUserIds, writeTeam } from "./write-team.ts"

const input = z.object({
  projectId: id,
  name,
  description: description.default(""),
  userIds: teamUserIds.default([]),
})

const mostTeams = 100

/** @throws {DomainError} validation_failed for a name in use or a user who is not a member. */
export async function createTeam(ctx: Context, given: z.input<typeof input>) {
  const { userIds, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "on_call:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.team.count({ where: { projectId } })) >= mostTeams) {
      throw invalid("#/projectId", `already has ${mostTeams} teams; delete one first`)
    }
    const [team] = await tx.db.team.createManyAndReturn({
      data: [{ id: newId(), ...data }],
      skipDuplicates: true,
    })
    if (team === undefined) throw takenName("team")
    await writeTeam(tx, team, userIds)
    await announceOnCall(tx, ctx.actor, "team.created", team, {
      userIds: { from: null, to: userIds },
    })
    return team
  })
}
