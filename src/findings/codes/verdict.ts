import { z } from "zod"
import { nested } from "../parameters.ts"

const none = z.object({})

/** The rules that a decision about a monitor applied, and what followed. Times are ISO 8601. */
export const verdictCodes = {
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
}
