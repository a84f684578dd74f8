import type { ChannelKind } from "../../../../../prisma/generated/enums.ts"
import type { Duty, Policy, Target } from "./policy-limits.ts"

/** Channel kinds that this installation cannot send over: not set up, or set up and failing. */
export type BrokenKinds = ReadonlyMap<ChannelKind, "missing" | "failing">

/** People and channels that should be paged and that no message can reach. */
export type Unreached = {
  userIds: string[]
  channelIds: string[]
  /** Whether alerts reach nothing else either. */
  isNobody: boolean
  /** Kinds that would reach them. */
  kinds: ChannelKind[]
}

/**
 * Find who should be paged and cannot be reached: every contact method of theirs is of a kind that cannot be sent
 * over, and the account's address, the last one, too.
 *
 * @param pagesAdmins whether some alerts page owners and admins first, because no rule applies.
 * @returns null if everybody can be reached.
 */
export function unreachedOf(
  policies: readonly Policy[],
  pagesAdmins: boolean,
  duty: Duty,
  broken: BrokenKinds,
): Unreached | null {
  const targets = policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.targets))
  const named = targets.flatMap((target) => mayPage(target, duty))
  const people = [...new Set([...named, ...(pagesAdmins ? duty.admins : [])])].filter((userId) =>
    duty.members.has(userId),
  )
  const waysOf = (userId: string) => [
    ...new Set<ChannelKind>([
      "email",
      ...(duty.contacts.get(userId)?.channels ?? []).map(({ kind }) => kind),
    ]),
  ]
  const userIds = people.filter((userId) => waysOf(userId).every((kind) => broken.has(kind)))
  const channels = [...new Set(targets.flatMap(channelOf))].flatMap((id) => {
    const { kind, isUsable = false } = duty.channels.get(id) ?? {}
    return kind === undefined || !isUsable ? [] : [{ id, kind }]
  })
  const silent = channels.filter(({ kind }) => broken.has(kind))
  if (userIds.length === 0 && silent.length === 0) return null
  return {
    userIds,
    channelIds: silent.map(({ id }) => id),
    isNobody: userIds.length === people.length && silent.length === channels.length,
    kinds: [...new Set([...userIds.flatMap(waysOf), ...silent.map(({ kind }) => kind)])],
  }
}

const channelOf = (target: Target): string[] =>
  target.kind === "channel" && target.channelId !== null ? [target.channelId] : []

/** Everybody whom a target may page at some time. */
export function mayPage(target: Target, duty: Duty): string[] {
  if (target.kind === "user") return target.userId === null ? [] : [target.userId]
  if (target.kind === "team") return [...(duty.teams.get(target.teamId ?? "") ?? [])]
  if (target.kind === "channel") return []
  const layers = duty.rotations.get(target.rotationId ?? "")?.layers ?? []
  return layers.flatMap(({ participants }) => participants.flatMap((userId) => userId ?? []))
}
