import type { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { diff } from "../schedule/on-call-diff.ts"
import { findTeam } from "../schedule/find-on-call.ts"
import { orTakenName } from "../schedule/settle-on-call.ts"
import { teamUserIds, writeTeam } from "./write-team.ts"

const input = changesOfRow({ name, description, userIds: teamUserIds })

/** Updates the given fields; people replace all former members. */
export async function updateTeam(ctx: Context, values: z.input<typeof input>) {
  const { id, userIds, ...wanted } = parse(input, values)
  const { projectId } = await findTeam(ctx, id, "on_call:write")
  const changed = transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "team")
    const before = await tx.db.team.findUnique({ where: { id } })
    if (before === null) throw notFound("team")
    if (userIds !== undefined) await writeTeam(tx, before, userIds)
    // Explicit, because a change of members updates no column of the team.
    const data = given({ ...wanted, updatedAt: ctx.clock.now() })
    const team = await tx.db.team.update({ where: { id }, data })
    await announceOnCall(tx, ctx.actor, "team.updated", team, {
      ...diff(before, given(wanted)),
      ...(userIds === undefined ? {} : { userIds }),
    })
    return team
  })
  return orTakenName(changed, "team")
}
