import { ingressAliveSince } from "../graphql/monitoring/monitor/ingress-liveness.ts"
import type { Services } from "../platform/services.ts"

const readEveryMs = 5000

/**
 * Since when job pings could arrive: the API role receives them, and a job that pings while it is down is not silent.
 * `ownSince` is since when this prober could read them.
 */
export async function createIngressLiveness({ database, log }: Services, ownSince: () => Date) {
  let taken: Date | null = null
  const read = async () => {
    taken = await ingressAliveSince(database.pool)
  }
  await read()
  const timer = setInterval(() => {
    // A database that does not answer is our own outage, which `ownSince` covers.
    read().catch((err: unknown) => log.debug({ err }, "could not read since when pings arrive"))
  }, readEveryMs)
  return {
    aliveSince(): Date {
      const own = ownSince()
      return taken !== null && taken > own ? taken : own
    },
    stop: () => clearInterval(timer),
  }
}
