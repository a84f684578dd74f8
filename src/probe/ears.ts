import { pingsHeardSince } from "../graphql/monitor/listening.ts"
import type { Services } from "../services.ts"

const askMs = 5000

/**
 * Since when pings of jobs could arrive: the API role takes them, and a job that knocks while it is away is not silent.
 * `ownSince` is since when this prober itself could hear of them.
 */
export async function createEars({ database, log }: Services, ownSince: () => Date) {
  let taken: Date | null = null
  const ask = async () => {
    taken = await pingsHeardSince(database.pool)
  }
  await ask()
  const timer = setInterval(() => {
    // A database that does not answer is an absence of our own, which `ownSince` knows of.
    ask().catch((err: unknown) => log.debug({ err }, "could not ask since when pings are heard"))
  }, askMs)
  return {
    heardSince(): Date {
      const own = ownSince()
      return taken !== null && taken > own ? taken : own
    },
    stop: () => clearInterval(timer),
  }
}
