import type { Services } from "../../../platform/services.ts"
import { createSwrCache } from "../../../platform/swr-cache.ts"
import { readLastDay } from "./read-last-day.ts"
import { readReliability } from "./read-reliability.ts"

/** Nothing is kept: only who asks while a reading runs shares it. */
const options = { freshMs: 0, staleMs: 0, maxKeys: 1000 }

type Needed = Pick<Services, "database" | "clock" | "log">
type SharedReads = ReturnType<typeof createSharedReads>

const createSharedReads = ({ database, clock, log }: Needed) => {
  const services = { database, clock, log }
  return {
    lastDay: createSwrCache(services, { ...options, read: (id) => readLastDay(services, id) }),
    reliability: createSwrCache(services, {
      ...options,
      read: (id) => readReliability(services, id),
    }),
  }
}

const byDatabase = new WeakMap<Services["database"], SharedReads>()

/**
 * Reads of a project's history, by its id. They visit thousands of rows: all dashboards of a project share one reading
 * when an outage makes them read again at once, and a document that selects two of its fields executes it once.
 */
export function sharedReads(services: Needed): SharedReads {
  const known = byDatabase.get(services.database)
  if (known !== undefined) return known
  const made = createSharedReads(services)
  byDatabase.set(services.database, made)
  return made
}
