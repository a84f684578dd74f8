import type { missReasons, onCallCodes } from "../codes/on-call.ts"
import type { WordsOf } from "../words.ts"

const misses: Record<(typeof missReasons)[number], (name: string | null) => string> = {
  uncovered: () => "No layer of the rotation counts at this time.",
  nobody: () => "An override puts nobody on call.",
  left: (name) => `${name ?? "The person named here"} is no longer a member of the project.`,
  deleted: () => "What was named here has been deleted.",
  empty_team: (name) => `${name ?? "The team"} has no members.`,
  unusable_channel: (name) => `${name ?? "The channel"} is not verified, or not enabled.`,
}

export const onCall: WordsOf<typeof onCallCodes> = {
  on_call_until: ({ people, rotation, until }, { list, moment }) =>
    `${list(people)} is on call in ${rotation} until ${moment(until)}.`,
  named_by_rule: ({ people }, { list }) => `${list(people)} is named by the rule.`,
  channel_of_rule: ({ channel }) => `${channel} is a channel that the rule names.`,
  members_of_team: ({ people, team }, { list }) => `${list(people)} belong to the team ${team}.`,
  target_missed: ({ reason, name, rotation }) =>
    `${rotation === null ? "" : `${rotation}: `}${misses[reason](name)}`,
  nobody_reachable: () =>
    "Nobody in the policy could be reached, so owners and admins are paged by every channel they have.",
}
