import type { Rotation as Row } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { readRotation } from "./read-plan.ts"
import { shiftsOf } from "./rules/shifts.ts"

type Tx = Parameters<typeof readRotation>[0]

/** Whether a person is on call in a rotation throughout a window. */
export async function isOnCallThroughout(
  tx: Tx,
  row: Row,
  userId: string,
  from: Date,
  until: Date,
) {
  const found = await readRotation(tx, row, from, until)
  if (found === null) return false
  return shiftsOf(found.rotation, from, until).every(
    (shift) => shift.kind === "shift" && shift.userId === userId,
  )
}

/** Members may change their own shifts; anything else needs on_call:write. */
export async function requireOwnOrWrite(ctx: Context, projectId: string, isOwn: boolean) {
  if (!isOwn) await ctx.access.require(projectId, "on_call:write", "rotation")
}

/** The signed-in person; null for keys and the system. */
export const userOf = ({ actor }: Context): string | null =>
  actor.kind === "user" ? actor.userId : null
