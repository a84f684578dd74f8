import { createBatcher } from "../platform/batch.ts"
import { recordPings, type Ping } from "../graphql/monitoring/monitor/heartbeat/ping-heartbeat.ts"
import type { Services } from "../platform/services.ts"
import { createForgetTurns } from "./forget-turns.ts"

/** The result of a ping: committed, unknown secret, or refused because too many are queued. */
export type Taken = "recorded" | "unknown" | "refused"

/** Larger batches make each ping wait longer without being cheaper. */
const pingsAtOnce = 500
/** A few seconds of work; with 10 kB each they stay within 100 MB. */
const mostWaiting = 10_000

type Stores = Pick<Services, "database" | "bus">

/**
 * Commits pings in batches: those that arrive during a transaction share the next one, in order of arrival. A ping
 * is committed when its promise resolves.
 */
export function createPingQueue(services: Stores, most = mostWaiting, record = recordPings) {
  let waiting = 0
  const mustForget = createForgetTurns()
  const store = (pings: Ping[]) => record(services, pings, mustForget)
  const take = createBatcher((pings: Ping[]) => recordEach(store, pings), pingsAtOnce)

  return async (ping: Ping): Promise<Taken> => {
    if (waiting >= most) return "refused"
    waiting += 1
    try {
      return await take(ping)
    } finally {
      waiting -= 1
    }
  }
}

type Answer = Taken | Promise<Taken>

/** One ping that cannot be stored must not fail the others: a group that is refused for its data is tried by halves. */
async function recordEach(
  store: (pings: Ping[]) => Promise<boolean[]>,
  pings: Ping[],
): Promise<Answer[]> {
  try {
    const known = await store(pings)
    return known.map((isKnown) => (isKnown ? "recorded" : "unknown"))
  } catch (error) {
    if (!isOfRows(error)) throw error
    if (pings.length === 1) {
      const failed = Promise.reject<Taken>(error)
      // The caller handles the rejection; this prevents an unhandled one meanwhile.
      failed.catch(() => undefined)
      return [failed]
    }
    const middle = Math.ceil(pings.length / 2)
    const first = await recordEach(store, pings.slice(0, middle))
    return [...first, ...(await recordEach(store, pings.slice(middle)))]
  }
}

/** Classes 22, 23 and 40: data, constraints, and transactions that were in each other's way. */
const isOfRows = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  /^(22|23|40)/.test(error.code)
