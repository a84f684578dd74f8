import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const people = z.array(evidence())
const policy = { policy: evidence() }
const rule = { ...policy, ruleOrder: z.number() }
const rotation = { rotation: evidence() }
const span = { from: z.string(), until: z.string() }
const person = z.object({ person: evidence() })
const planned = z.object({ by: z.enum(["person", "default_order", "no_channel", "every_channel"]) })

/** What messages are sent with. */
export const senders = ["email", "phone", "push"] as const

export const missReasons = [
  "uncovered",
  "nobody",
  "left",
  "deleted",
  "empty_team",
  "unusable_channel",
] as const

/** Why somebody is paged, or nobody. Times are ISO 8601. */
export const onCallCodes = {
  on_call_until: z.object({ people, rotation: evidence(), until: z.string() }),
  named_by_rule: z.object({ people }),
  channel_of_rule: z.object({ channel: evidence() }),
  members_of_team: z.object({ people, team: evidence() }),
  /** `rotation` is set if the person or thing named is one of a rotation. */
  target_missed: z.object({
    reason: z.enum(missReasons),
    name: evidence().nullable(),
    rotation: evidence().nullable(),
  }),
  nobody_reachable: none,
  /** Of the readiness of a project. */
  monitors_without_policy: z.object({ monitors: z.number() }),
  policy_without_rules: z.object(policy),
  lost_target: z.object({ ...rule, reason: z.enum(missReasons) }),
  unverified_contact: person,
  single_contact: person,
  rule_reaches_nobody: z.object({ ...rule, ...span }),
  calendar_names_nobody: z.object({ ...rotation, events: people }),
  /** `since` is null if it was never read. */
  calendar_stale: z.object({ ...rotation, since: z.string().nullable(), fault: nested() }),
  /** A layer counted from 1 that has no shift within a year; `rotation` is null while it is not saved. */
  layer_never_on_call: z.object({
    rotation: evidence().nullable(),
    layer: z.int(),
    why: z.enum(["ended", "hours", "covered"]),
  }),
  rotation_gap: z.object({ ...rotation, ...span, why: nested() }),
  /** Why a delivery goes over its channel at its time. A clause. */
  delivery_planned: planned,
  delivery_after_quiet_hours: planned,
  /** Without recipients: alerts reach nobody. `missing` is not set up, `failing` is refused by its provider. */
  recipients_unreached: z.object({
    recipients: people,
    more: z.int(),
    missing: z.array(z.enum(senders)),
    failing: z.array(z.enum(senders)),
  }),
}
