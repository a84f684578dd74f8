import { z } from "zod"
import { id } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { requireMembers } from "../schedule/require-known.ts"

const most = 200

export const teamUserIds = z
  .array(id, { error: "must be a list of UUIDs" })
  .max(most, `must name at most ${most} people`)
  .transform((all) => [...new Set(all)])

/** Replaces a team's members; the caller holds `lockProject`. */
export async function writeTeam(
  tx: Transaction,
  { id: teamId, projectId }: { id: string; projectId: string },
  userIds: string[],
): Promise<void> {
  const people = userIds.map((id, at) => ({ id, pointer: `#/userIds/${at}` }))
  const members = await requireMembers(tx, projectId, people)
  await tx.db.teamMember.deleteMany({ where: { teamId } })
  await tx.db.teamMember.createMany({
    data: [...members.values()].map((memberId) => ({ teamId, memberId })),
  })
}
