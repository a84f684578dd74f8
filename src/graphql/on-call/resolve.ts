import type { Duty, Rule, Target } from "./policy.ts"
import type { GapReason, Shift } from "./rotation.ts"
import { onCallAt } from "./shifts.ts"

/** What a target comes to at a moment: people, or why nobody. */
export type Outcome = {
  target: Target
  userIds: string[]
  /** The room, where the target is one that can be told. */
  channelId: string | null
  /** Null where there are people, or a room. */
  reason: MissReason | null
  /** The shift or gap of a rotation. */
  shift: Shift | null
}

/** `left` and `deleted` also stand for a person, team, rotation or room that a target named directly. */
export type MissReason = GapReason | "empty_team" | "unusable_room"

export function resolveTarget(target: Target, at: Date, duty: Duty): Outcome {
  const none = { target, userIds: [], channelId: null, shift: null }
  const miss = (reason: MissReason): Outcome => ({ ...none, reason })
  if (target.kind === "user") {
    if (target.userId === null) return miss("deleted")
    if (!duty.members.has(target.userId)) return miss("left")
    return { ...none, userIds: [target.userId], reason: null }
  }
  if (target.kind === "team") {
    const team = target.teamId === null ? undefined : duty.teams.get(target.teamId)
    if (team === undefined) return miss("deleted")
    const userIds = team.filter((userId) => duty.members.has(userId))
    return userIds.length === 0 ? miss("empty_team") : { ...none, userIds, reason: null }
  }
  if (target.kind === "channel") {
    const { channelId } = target
    const room = channelId === null ? undefined : duty.rooms.get(channelId)
    if (room === undefined) return miss("deleted")
    return room.isUsable ? { ...none, channelId, reason: null } : miss("unusable_room")
  }
  const rotation = target.rotationId === null ? undefined : duty.rotations.get(target.rotationId)
  if (rotation === undefined) return miss("deleted")
  const shift = onCallAt(rotation, at)
  return shift.kind === "gap"
    ? { ...miss(shift.reason), shift }
    : { ...none, userIds: [shift.userId], reason: null, shift }
}

export const resolveRule = ({ targets }: Rule, at: Date, duty: Duty): Outcome[] =>
  targets.map((target) => resolveTarget(target, at, duty))

/** Everybody whom the outcomes name, once each, in order. */
export const peopleOf = (outcomes: Outcome[]): string[] => [
  ...new Set(outcomes.flatMap(({ userIds }) => userIds)),
]

/** Every room that the outcomes name, once each, in order. */
export const roomsOf = (outcomes: Outcome[]): string[] => [
  ...new Set(outcomes.flatMap(({ channelId }) => channelId ?? [])),
]
