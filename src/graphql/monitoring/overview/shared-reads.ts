import type { Services } from "../../../platform/services.ts"
import { createSwrCache } from "../../../platform/swr-cache.ts"
import { readLastDay } from "./read-last-day.ts"
import { readReliability } from "./read-reliability.ts"

const options = { freshMs: 10_000, staleMs: 60_000, maxKeys: 1000 }

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
 * Reads of a project's history, by its id. They visit thousands of rows and change slowly: all dashboards of a project
 * share one reading, also while an outage makes each of them read again.
 */
export function sharedReads(services: Needed): SharedReads {
  const known = byDatabase.get(services.database)
  if (known !== undefined) return known
  const made = createSharedReads(services)
  byDatabase.set(services.database, made)
  return made
}
