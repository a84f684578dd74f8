import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})

export const subjectNouns = ["incident", "alert", "outage"] as const
/** What was declared. An outage has no number. */
const subject = { noun: z.enum(subjectNouns), number: z.number().nullable() }

/** `alert`: none was raised at that time; `paging`: nobody is paged now. */
const silenceEffects = ["alert", "paging"] as const
/** Of a monitor. */
export const silenceKinds = ["muted", "maintenance", "parent_down"] as const
/** Of an alert too. */
export const pagingSilences = [...silenceKinds, "snoozed"] as const

export const checkResults = [
  "passed",
  "not_confirmed",
  "offline",
  "degraded",
  "not_allowed",
  "undecided",
  "inconclusive",
  "internal_error",
] as const

export const rules = [
  "check",
  "second check",
  "own network",
  "threshold",
  "silence",
  "decision",
  "gap",
] as const
export const outcomes = [
  "operational",
  "degraded",
  "offline",
  "unknown",
  "confirmed",
  "not confirmed",
  "up",
  "down",
  ...silenceKinds,
  "declare",
  "worsen",
  "reopen",
  "resolve",
] as const

/** The rules that a decision about a monitor applied, and what followed. Times are ISO 8601. */
export const verdictCodes = {
  rule_applied: z.object({ rule: z.enum(rules), outcome: z.enum(outcomes) }),
  assertions_passed: none,
  /** What the first of two attempts found; empty if it found no failure. */
  first_attempt: z.object({ cause: nested() }),
  anchors_answered: z.object({ reached: z.number(), of: z.number() }),
  /** `isAtLeast`: the good checks of a settled monitor are not counted on. */
  good_checks_in_row: z.object({
    count: z.number(),
    recoveryThreshold: z.number(),
    isAtLeast: z.boolean(),
  }),
  failures_in_row: z.object({
    count: z.number(),
    offline: z.number(),
    failureThreshold: z.number(),
  }),
  no_check_between: z.object({
    from: z.string(),
    to: z.string().nullable(),
    intervalSeconds: z.number(),
  }),
  no_check: none,
  monitor_paused: none,
  monitor_muted: none,
  monitor_in_maintenance: none,
  parent_offline: none,
  outage_declared: none,
  outage_worsened: none,
  outage_reopened: none,
  outage_ended: none,
  outage_replaced: none,
  alert_replaced: none,
  recovered: none,
  no_reason_recorded: none,
  /** `name` is the window's title or the parent's name. */
  silenced: z.object({
    effect: z.enum(silenceEffects),
    kind: z.enum(pagingSilences),
    name: evidence().nullable(),
    since: z.string().nullable(),
    until: z.string().nullable(),
  }),
  /** The first sentence about an outage, and the last one. */
  monitor_was_down: z.object({
    monitor: evidence(),
    isDegraded: z.boolean(),
    since: z.string().nullable(),
    cause: nested(),
  }),
  /** `address` is null for evaluations, which connect to no target. */
  second_check: z.object({
    isConfirmed: z.boolean(),
    at: z.string(),
    address: evidence().nullable(),
  }),
  subject_opened: z.object({
    ...subject,
    how: z.enum(["declared", "reopened", "worsened", "resolved"]),
    at: z.string(),
    afterMs: z.number().nullable(),
    resolvedAt: z.string().nullable(),
  }),
  opened_by_person: z.object({ ...subject, at: z.string() }),
  /** Why there was no alert at a moment. */
  check_found: z.object({ at: z.string(), result: z.enum(checkResults), cause: nested() }),
  /** Null if there was none. */
  previous_check: z.object({ at: z.string().nullable(), intervalSeconds: z.number() }),
  next_check: z.object({ at: z.string().nullable() }),
  first_check_not_due: z.object({ since: z.string() }),
  monitor_created: z.object({ at: z.string() }),
  monitor_was_paused: z.object({ from: z.string(), until: z.string().nullable() }),
  subject_was_open: z.object({ ...subject, at: z.string() }),
  subject_declared: z.object({ ...subject, at: z.string() }),
}
