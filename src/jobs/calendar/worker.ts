import { parentPort, workerData } from "node:worker_threads"
import { z } from "zod"
import { CalendarFault } from "./calendar-fault.ts"
import { readEvents } from "./read-events.ts"

/** Parses one calendar in a worker, because a recurrence rule can be endless. */

const task = z.object({ text: z.string(), timeZone: z.string(), from: z.date(), until: z.date() })

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
const tell = (said: object) => parentPort?.postMessage(said)

try {
  const { text, ...window } = task.parse(workerData)
  tell({ ...readEvents(text, window), fault: null })
} catch (error) {
  if (!(error instanceof CalendarFault)) throw error
  tell({ events: [], warnings: [], fault: error.finding })
}
