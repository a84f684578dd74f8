import type { missReasons, onCallCodes, senders } from "../codes/on-call.ts"
import type { WordsOf } from "../words.ts"

const misses: Record<(typeof missReasons)[number], (name: string | null) => string> = {
  uncovered: () => "No layer of the rotation counts at this time.",
  nobody: () => "An override puts nobody on call.",
  left: (name) => `${name ?? "The person named here"} is no longer a member of the project.`,
  deleted: () => "What was named here has been deleted.",
  empty_team: (name) => `${name ?? "The team"} has no members.`,
  unusable_channel: (name) => `${name ?? "The channel"} is not verified, or not enabled.`,
}

const lost: Record<(typeof missReasons)[number], string> = {
  left: "a person who is no longer a member of the project",
  deleted: "somebody or something that was deleted",
  empty_team: "a team without members",
  uncovered: "a rotation that nobody covers",
  nobody: "a rotation with nobody on call",
  unusable_channel: "a channel that is not verified, or not enabled",
}

const ways = {
  person: "chosen by the person",
  default_order: "the default order",
  no_channel: "no channel is verified",
  every_channel: "every channel",
}

/** Push needs an https:// address, which is a setting too. */
const nouns: Record<(typeof senders)[number], string[]> = {
  email: ["e-mail"],
  phone: ["SMS", "calls"],
  push: ["push notifications"],
}

const refusals: Record<(typeof senders)[number], string> = {
  email: "the mail server does not accept messages",
  phone: "Twilio does not accept messages",
  push: "push services do not accept messages",
}

/** Of a layer that never comes on call. */
const idleWords = {
  ended: "is over: it has ended.",
  hours: "never comes on call: none of its turns falls within its active hours.",
  covered: "never comes on call: later layers cover all of its time.",
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
  monitors_without_policy: ({ monitors }) =>
    monitors === 1
      ? "1 monitor names no policy, and the project has no default one: its alerts page only owners and admins."
      : `${monitors} monitors name no policy, and the project has no default one: their alerts page only owners and admins.`,
  policy_without_rules: ({ policy }) =>
    `The policy ${policy} has no rules: it pages only owners and admins.`,
  lost_target: ({ policy, ruleOrder, reason }) =>
    `Rule ${ruleOrder} of ${policy} names ${lost[reason]}.`,
  unverified_contact: ({ person }) =>
    `${person} has no verified channel: pages go to the address of the account.`,
  single_contact: ({ person }) => `${person} has no second channel to fall back on.`,
  rule_reaches_nobody: ({ policy, ruleOrder, from, until }, { moment }) =>
    `Rule ${ruleOrder} of ${policy} reaches nobody from ${moment(from)} until ${moment(until)}.`,
  calendar_names_nobody: ({ rotation, events }, { and }) =>
    `The calendar of ${rotation} names nobody of the project in ${and(events.map((one) => `“${one}”`))}; the people named by the layers stay on call there.`,
  calendar_stale({ rotation, since, fault }, { moment, say }) {
    const read = since === null ? "was never read" : `was last read ${moment(since)}`
    return `The calendar of ${rotation} ${read}. ${say(fault)}`.trim()
  },
  layer_never_on_call: ({ rotation, layer, why }) =>
    `Layer ${layer}${rotation === null ? "" : ` of ${rotation}`} ${idleWords[why]}`,
  rotation_gap: ({ rotation, from, until, why }, { moment, say }) =>
    `Nobody is on call in ${rotation} from ${moment(from)} until ${moment(until)}. ${say(why)}`,
  delivery_planned: ({ by }) => ways[by],
  delivery_after_quiet_hours: ({ by }) => `${ways[by]}, after the quiet hours`,
  recipients_unreached({ recipients, more, missing, failing }, { and }) {
    const others = more === 0 ? [] : [more === 1 ? "1 other" : `${more} others`]
    const absent = missing.flatMap((one) => nouns[one])
    const lack = `${and(absent)} ${missing.join() === "email" ? "is" : "are"} not set up`
    const why = and([
      ...(absent.length === 0 ? [] : [lack]),
      ...failing.map((one) => refusals[one]),
    ])
    return recipients.length === 0
      ? `Alerts reach nobody: ${why}.`
      : `Alerts do not reach ${and([...recipients, ...others])}: ${why}.`
  },
}
