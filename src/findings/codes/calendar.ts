import { z } from "zod"
import { evidence } from "../parameters.ts"

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
}
