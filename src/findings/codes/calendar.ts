import { z } from "zod"
import { evidence } from "../parameters.ts"

const none = z.object({})

/** Why shifts of an external calendar do not count. */
export const calendarWarningKinds = [
  "names_nobody",
  "unreadable",
  "unknown_time_zone",
  "without_end",
  "too_long",
  "too_often",
  "too_many",
  "superseded",
] as const
export type CalendarWarningKind = (typeof calendarWarningKinds)[number]

export const calendarCodes = {
  /** `subject` is a title, a time zone or a time; null for an event without a title. `count` events are concerned. */
  calendar_event_ignored: z.object({
    kind: z.enum(calendarWarningKinds),
    subject: evidence().nullable(),
    count: z.number(),
  }),
  /** Why it was not read; its last good copy counts. */
  calendar_url_unreadable: none,
  calendar_not_stored: none,
  calendar_not_read: none,
  calendar_endless: none,
  calendar_without_begin: none,
  calendar_without_end: none,
  calendar_time_zone_unknown: z.object({ timeZone: evidence() }),
  calendar_binary: none,
  calendar_status: z.object({ status: z.number() }),
  calendar_scheme: z.object({ protocol: evidence() }),
  calendar_redirects: z.object({ most: z.number() }),
}
