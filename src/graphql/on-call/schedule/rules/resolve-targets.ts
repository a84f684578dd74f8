import type { Duty, Rule, Target } from "./policy-limits.ts"
import type { GapReason, Shift } from "./rotation-rules.ts"
import { onCallAt } from "./shifts.ts"

/** A target resolved at a time: the people or channel to page, or the reason there are none. */
export type ResolvedTarget = {
  target: Target
  userIds: string[]
  /** Set if the target is a usable channel. */
  channelId: string | null
  /** Null if there is somebody to page. */
  reason: MissReason | null
  /** The current shift or gap, if the target is a rotation. */
  shift: Shift | null
}

/** `left` and `deleted` also apply to a person, team, rotation or channel that the rule names directly. */
export type MissReason = GapReason | "empty_team" | "unusable_channel"

export function resolveTarget(target: Target, at: Date, duty: Duty): ResolvedTarget {
  const none = { target, userIds: [], channelId: null, shift: null }
  const miss = (reason: MissReason): ResolvedTarget => ({ ...none, reason })
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
    const channel = channelId === null ? undefined : duty.channels.get(channelId)
    if (channel === undefined) return miss("deleted")
    return channel.isUsable ? { ...none, channelId, reason: null } : miss("unusable_channel")
  }
  const rotation = target.rotationId === null ? undefined : duty.rotations.get(target.rotationId)
  if (rotation === undefined) return miss("deleted")
  const shift = onCallAt(rotation, at)
  return shift.kind === "gap"
    ? { ...miss(shift.reason), shift }
    : { ...none, userIds: [shift.userId], reason: null, shift }
}

export const resolveRule = ({ targets }: Rule, at: Date, duty: Duty): ResolvedTarget[] =>
  targets.map((target) => resolveTarget(target, at, duty))

/** People in the resolved targets, in order and without duplicates. */
export const peopleOf = (targets: ResolvedTarget[]): string[] => [
  ...new Set(targets.flatMap(({ userIds }) => userIds)),
]

/** Channels in the resolved targets, in order and without duplicates. */
export const channelIdsOf = (targets: ResolvedTarget[]): string[] => [
  ...new Set(targets.flatMap(({ channelId }) => channelId ?? [])),
]
