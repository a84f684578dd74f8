import type { Duty, Rule, Target } from "./policy.ts"
import type { GapReason, Shift } from "./rotation.ts"
import { onCallAt } from "./shifts.ts"

/** What a target comes to at a moment: people, or why nobody. */
export type Outcome = {
  target: Target
  userIds: string[]
  /** Null where there are people. */
  reason: MissReason | null
  /** The shift or gap of a rotation. */
  shift: Shift | null
}

/** `left` and `deleted` also stand for a person, team or rotation that a target named directly. */
export type MissReason = GapReason | "empty_team"

export function resolveTarget(target: Target, at: Date, duty: Duty): Outcome {
  const miss = (reason: MissReason): Outcome => ({ target, userIds: [], reason, shift: null })
  if (target.kind === "user") {
    if (target.userId === null) return miss("deleted")
    if (!duty.members.has(target.userId)) return miss("left")
    return { target, userIds: [target.userId], reason: null, shift: null }
  }
  if (target.kind === "team") {
    const team = target.teamId === null ? undefined : duty.teams.get(target.teamId)
    if (team === undefined) return miss("deleted")
    const userIds = team.filter((userId) => duty.members.has(userId))
    return userIds.length === 0
      ? miss("empty_team")
      : { ...miss("empty_team"), userIds, reason: null }
  }
  const rotation = target.rotationId === null ? undefined : duty.rotations.get(target.rotationId)
  if (rotation === undefined) return miss("deleted")
  const shift = onCallAt(rotation, at)
  return shift.kind === "gap"
    ? { ...miss(shift.reason), shift }
    : { target, userIds: [shift.userId], reason: null, shift }
}

export const resolveRule = ({ targets }: Rule, at: Date, duty: Duty): Outcome[] =>
  targets.map((target) => resolveTarget(target, at, duty))

/** Everybody whom the outcomes name, once each, in order. */
export const peopleOf = (outcomes: Outcome[]): string[] => [
  ...new Set(outcomes.flatMap(({ userIds }) => userIds)),
]
