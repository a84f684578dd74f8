import { z } from "zod"
import { readFinding } from "../../findings/finding.ts"
import { calendarWarning } from "../../graphql/on-call/calendar/rules/calendar-warning.ts"
import { runApart } from "../../platform/run-apart.ts"
import { CalendarFault } from "./calendar-fault.ts"
import type { ReadCalendar } from "./read-events.ts"

const said = z.object({
  /** A finding. */
  fault: z.object({ code: z.string(), parameters: z.looseObject({}) }).nullable(),
  warnings: z.array(calendarWarning),
  events: z.array(
    z.object({
      startsAt: z.date(),
      endsAt: z.date(),
      summary: z.string(),
      emails: z.array(z.string()),
    }),
  ),
})

type Task = { text: string; timeZone: string; from: Date; until: Date }

/**
 * Parses a calendar in a worker thread, which is terminated if it exceeds its CPU time or memory.
 *
 * @throws {CalendarFault}
 */
export async function readApart(task: Task, cpuMs = 10_000): Promise<ReadCalendar> {
  const script = new URL("./worker.ts", import.meta.url)
  const { message, fault } = await runApart(script, task, { cpuMs, megabytes: 128 })
  if (fault === "silent") throw new CalendarFault({ code: "calendar_not_read", parameters: {} })
  if (fault !== null) throw new CalendarFault({ code: "calendar_endless", parameters: {} })
  const { fault: wrong, ...read } = said.parse(message)
  if (wrong !== null) throw new CalendarFault(readFinding(wrong))
  return read
}
