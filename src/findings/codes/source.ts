import { z } from "zod"
import { evidence } from "../parameters.ts"

const number = z.object({ number: z.number() })

export const repeatedStates = ["triggered", "acknowledged", "snoozed"] as const
export const ignoredReasons = ["no_alert", "already_acknowledged", "state_set", "older"] as const
export const refusedReasons = [
  "previous_key",
  "disabled",
  "unreadable",
  "too_large",
  "rate_limited",
] as const

/** Alerts that senders report, and what became of their requests. Times are ISO 8601. */
export const sourceCodes = {
  /** A title, in the sender's words. */
  alert_from_source: z.object({ summary: evidence() }),
  source_test_alert: z.object({ source: evidence() }),
  /** Why it was raised. `severity` is as the sender writes it, `affected` what has the problem. */
  source_reported: z.object({
    source: evidence(),
    severity: evidence().nullable(),
    affected: evidence().nullable(),
  }),
  /** Of the timeline. */
  reported_again: z.object({ count: z.number() }),
  not_paged_as_duplicate: z.object({ state: z.enum(repeatedStates), until: z.string() }),
  source_deleted: z.object({}),
  /** What became of an event. */
  event_raised: number,
  event_repeated: number.extend({ state: z.enum(repeatedStates) }),
  event_acknowledged: number,
  event_resolved: number,
  /** `number` is null if there is no alert. */
  event_ignored: z.object({ number: z.number().nullable(), why: z.enum(ignoredReasons) }),
  change_event_recorded: z.object({ summary: evidence() }),
  more_events: z.object({ count: z.number() }),
  request_refused: z.object({ why: z.enum(refusedReasons), errors: z.array(evidence()) }),
}
