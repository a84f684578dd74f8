import { z } from "zod"
import { calendarWarningKinds, type CalendarWarningKind } from "../../../../findings/codes/fetch.ts"
import type { Finding } from "../../../../findings/finding.ts"

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

export const calendarFinding = ({ kind, subject, count }: CalendarWarning): Finding => ({
  code: "calendar_event_ignored",
  parameters: { kind, subject: subject === "" ? null : subject, count },
})
