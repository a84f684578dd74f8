import { claimEvents, fanOut } from "../../src/notify/event/event-queue.ts"
import type { Services } from "../../src/platform/services.ts"

/** Claims due events and fans them out, once; returns their number. */
export async function fanOutDue(services: Services): Promise<number> {
  const events = await claimEvents(services.database.pool, 100)
  if (events.length === 0) return 0
  return (await fanOut(services, events)).filter(Boolean).length
}
