import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const name = evidence().nullable()
const at = z.object({ at: z.string() })
const number = z.object({ number: z.number() })

export const joinedCauses = [
  "host",
  "address",
  "certificate",
  "resolver",
  "class",
  "merged",
  "parent",
  "monitor",
  "slo",
  "mass",
  "other",
] as const

/** How a check was tried again: families differ from that of the first attempt. */
export const retries = ["evaluation", "new_connection", "ipv4", "ipv6"] as const
export const burnDecisions = ["fired", "reopened", "cleared", "silenced"] as const
export const alertChanges = [
  "acknowledged",
  "unacknowledged",
  "escalated",
  "resolved",
  "reopened",
  "state_set",
  "monitor_muted",
  "monitor_unmuted",
  "monitor_paused",
  "monitor_resumed",
  "slo_muted",
  "slo_unmuted",
  "snoozed",
  "unsnoozed",
  "assigned",
  "unassigned",
  "merged",
  "absorbed",
  "split",
  "noted",
  "paged",
] as const
export const pagingEffects = ["continues", "stops", "stops_unchecked", "restarts"] as const
export const messageStates = [
  "accepted",
  "delivered",
  "placed",
  "failed",
  "not_sent",
  "sending",
  "retried",
] as const
export const cancelReasons = [
  "muted",
  "paused",
  "merged",
  "acknowledged",
  "resolved",
  "not_needed",
] as const

/** `ruleOrder` is 0 for owners and admins. */
const step = { round: z.number(), ruleOrder: z.number() }
/** `channel` is the noun of its kind; without a recipient it was deleted. */
const message = { channel: z.string(), recipient: name, isPerson: z.boolean() }

/**
 * What happened to an alert, what was not done and why. Codes that name what happened have no full stop, the others
 * are sentences. Times are ISO 8601.
 */
export const timelineCodes = {
  check_failed: z.object({ isDegraded: z.boolean() }),
  check_failed_again: none,
  more_failed_between: z.object({ count: z.number() }),
  second_check_failed: none,
  tried_again: z.object({ how: z.enum(retries), cause: nested() }),
  own_network: z.object({ isUp: z.boolean() }),
  threshold_reached: z.object({ count: z.number(), failureThreshold: z.number() }),
  no_alert: none,
  alerts_suppressed: none,
  incident_declared: number,
  alert_raised: number,
  /** `since` for an outage; a degraded monitor has no incident. */
  monitor_is_down: z.object({ monitor: name, since: z.string().nullable() }),
  failed_again: none,
  same_outage: none,
  flapped: z.object({ outages: z.number() }),
  flapped_until: at,
  outages_because: z.object({ outages: z.number(), cause: nested() }),
  recovered_after: z.object({ ms: z.number().nullable() }),
  up_since: at,
  alert_state_kept: none,
  burn_decided: z.object({ decision: z.enum(burnDecisions) }),
  /** `actor` is null if unknown; `client` is the program or message that a person used. */
  alert_changed: z.object({
    change: z.enum(alertChanges),
    actor: name,
    isKey: z.boolean(),
    client: name,
    state: name,
    /** The person it was assigned to, the people paged, or the alert it was merged with or split from. */
    about: name,
  }),
  paging_goes: z.object({ effect: z.enum(pagingEffects), until: z.string().nullable() }),
  note_says: z.object({ text: evidence() }),
  people_paged: z.object({ people: z.array(name) }),
  paged_by_person: z.object({ by: evidence(), note: evidence().nullable() }),
  acknowledged_together: number,
  alert_resolved: z.object({ incident: z.number().nullable() }),
  monitor_recovered: none,
  not_paged_itself: none,
  /** Another alert pages for it, because of what both have in common. */
  paged_by_alert: z.object({
    number: z.number(),
    causes: z.array(z.object({ kind: z.enum(joinedCauses), value: name })),
  }),
  no_policy: none,
  admins_without_policy: none,
  policy_started: z.object({ policy: evidence() }),
  most_monitors_failed: z.object({
    failed: z.number(),
    checked: z.number(),
    minutes: z.number(),
    waitSeconds: z.number(),
  }),
  step_paged: z.object({ ...step, people: z.array(name) }),
  no_answer: z.object({ ms: z.number() }),
  not_paged_at_once: z.object({ name }),
  waits_for_digest: at,
  waits_for_quiet_hours: at,
  message_state: z.object({
    ...message,
    state: z.enum(messageStates),
    ms: z.number().nullable(),
    attempts: z.number(),
  }),
  provider_confirmed: at,
  provider_not_confirmed: none,
  message_cancelled: z.object({ why: z.enum(cancelReasons) }),
  attempt_failed: z.object({ attempt: z.number(), error: nested(), nextAt: z.string() }),
  target_failed: z.object({ ...message, error: nested() }),
  paging_paused: none,
  paging_stopped: none,
  reopened_by_person: none,
  stopped_until_resumed: none,
  no_step_left: none,
  no_message_accepted: none,
  messages_accepted: z.object({ people: z.array(name) }),
  nobody_could_be_reached: none,
  lead_reached_nobody: number,
  no_admin_reachable: none,
  tried_until_reached: none,
  message_due: z.object(message),
  step_due: z.object({
    ...step,
    targets: z.array(z.object({ name, channels: z.array(z.string()), isDigest: z.boolean() })),
  }),
  paging_restarts_then: none,
  outage_declared_again: none,
  must_recover_by_then: none,
}
