import type { Rotation as Row } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { readRotation } from "./read-plan.ts"
import { shiftsOf } from "./shifts.ts"

type Tx = Parameters<typeof readRotation>[0]

/** Whether somebody is on call in a rotation at every moment of a window. */
export async function holds(tx: Tx, row: Row, userId: string, from: Date, until: Date) {
  const found = await readRotation(tx, row, from, until)
  if (found === null) return false
  return shiftsOf(found.rotation, from, until).every(
    (shift) => shift.kind === "shift" && shift.userId === userId,
  )
}

/** What a member may do with the own shifts, others need on_call:write for. */
export async function requireOwnOrWrite(ctx: Context, projectId: string, isOwn: boolean) {
  if (!isOwn) await ctx.access.require(projectId, "on_call:write", "rotation")
}

/** The signed-in person; null for keys and the system. */
export const userOf = ({ actor }: Context): string | null =>
  actor.kind === "user" ? actor.userId : null
