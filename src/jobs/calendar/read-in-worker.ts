import { Worker } from "node:worker_threads"
import { z } from "zod"
import type { CalendarEvent } from "../../graphql/on-call/calendar/rules/calendar-event.ts"
import { CalendarFault } from "./read-events.ts"

const said = z.object({
  fault: z.string().nullable(),
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
 * Parses a calendar in a worker thread, which is terminated if it exceeds its time or memory.
 *
 * @throws {CalendarFault}
 */
export async function readApart(task: Task, totalMs = 10_000): Promise<CalendarEvent[]> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const answer = Promise.withResolvers<CalendarEvent[]>()
  const refuse = (message: string) => answer.reject(new CalendarFault(message))
  const timer = setTimeout(() => refuse(tooMuch), totalMs)
  worker.on("message", (message: unknown) => {
    const { fault, events } = said.parse(message)
    if (fault === null) answer.resolve(events)
    else refuse(fault)
  })
  worker.on("error", (error) => {
    const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    if (isMemory) refuse(tooMuch)
    else answer.reject(error)
  })
  worker.on("exit", () => refuse("The calendar could not be read."))
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const tooMuch = "The calendar takes too long to parse. An event may repeat endlessly."
