import { z } from "zod"

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

/** `subject` is a title, a time zone or a time; `count` events are concerned. */
export const calendarWarning = z.object({
  kind: z.enum(calendarWarningKinds),
  subject: z.string(),
  count: z.number(),
})
export type CalendarWarning = z.output<typeof calendarWarning>

const mostWarnings = 50
const mostSubject = 200

/** Counts warnings that say the same; of very many, only the first are listed. */
export function collectWarnings() {
  const found = new Map<string, CalendarWarning>()
  return {
    warnings: (): CalendarWarning[] => [...found.values()],
    warn(kind: CalendarWarningKind, subject: string, count = 1): void {
      const key = JSON.stringify([kind, subject])
      const before = found.get(key)
      if (before !== undefined) before.count += count
      else if (found.size < mostWarnings) {
        found.set(key, { kind, subject: subject.slice(0, mostSubject).toWellFormed(), count })
      }
    },
  }
}

/** One sentence in English, which `german-text.ts` translates. */
export function describeCalendarWarning({ kind, subject, count }: CalendarWarning): string {
  const title = subject === "" ? "An event without a title" : `"${subject}"`
  const events = count === 1 ? title : `${title} (${count}×)`
  switch (kind) {
    case "names_nobody":
      return `${events} names no member; the layers apply.`
    case "unreadable":
      return `${events} cannot be read.`
    case "unknown_time_zone":
      return `${events} is an unknown time zone.`
    case "without_end":
      return `${events} has no end.`
    case "too_long":
      return `${events} is longer than 366 days and was cut.`
    case "too_often":
      return `${events} repeats too often; only the first occurrences count.`
    case "too_many":
      return `From ${subject} on, ${count} occurrences exceed the limit of 5,000.`
    case "superseded":
      return `${events} is replaced by a later revision.`
  }
}
