import { setTimeout as wait } from "node:timers/promises"
import type { Services } from "../../services.ts"
import type { Channels } from "../channels/channels.ts"
import { gather } from "../gather.ts"
import type { Loop } from "../loop.ts"
import { startLoop } from "../loop.ts"
import { attempt } from "./attempt.ts"
import type { Held, Lane } from "./claim.ts"
import { claimLane } from "./claim.ts"
import type { ReadPage } from "./message.ts"
import { readWays } from "./read-way.ts"
import type { Verdict } from "./settle.ts"
import { settleAll } from "./settle.ts"

const pollMs = 1000
/** Of each kind of channel, so that a provider that never answers keeps none of another's. */
const ofKind = 64
const mostInFlight = 256
/** With the time to settle it is far below a lease. */
const deadlineMs = 15_000

/** Between two claims: under load each takes more rows at once, and alone nobody waits for it. */
const restMs = 5
const retryMs = 1000
const longestWaitMs = 300_000

type Options = { channels: Channels; readPage: ReadPage; deadlineMs?: number }

/** The workers of one lane, apart from those of all others. */
export function startLane(services: Services, lane: Lane, options: Options): Loop {
  const { log, clock, database } = services
  const { pool } = database
  const inFlight = new Map<Held, Promise<void>>()
  let claimedMs = -restMs
  const settleTogether = gather((verdicts: Verdict[]) => settleAll(services, verdicts))

  /** What was sent is known here alone until it is written down, so a database that is away is waited for. */
  async function settle(verdict: Verdict): Promise<boolean> {
    const startedMs = clock.monotonicMs()
    try {
      return await settleTogether(verdict)
    } catch (error) {
      log.warn(
        { err: error, delivery: verdict.id },
        "what became of a delivery is kept in mind until it can be stored",
      )
    }
    for (;;) {
      await wait(retryMs)
      try {
        const [isOurs = false] = await settleAll(services, [verdict])
        return isOurs
      } catch (error) {
        if (clock.monotonicMs() - startedMs > longestWaitMs) throw error
      }
    }
  }

  const tools = {
    services,
    lane,
    deadlineMs,
    ...options,
    readWay: gather((held: Held[]) => readWays(pool, held)),
    settle,
  }

  function room() {
    const kinds: Record<string, number> = {}
    for (const { kind } of inFlight.keys()) kinds[kind] = (kinds[kind] ?? ofKind) - 1
    return { all: mostInFlight - inFlight.size, kinds }
  }

  async function begin(held: Held): Promise<void> {
    try {
      await attempt(tools, held)
    } catch (error) {
      // A fault of ours: its lease runs out, and it is sent again.
      log.error({ err: error, delivery: held.id }, "a delivery could not be settled")
    } finally {
      inFlight.delete(held)
      loop.nudge()
    }
  }

  const loop = startLoop(log, `lane ${lane}`, pollMs, async (isStopping) => {
    while (!isStopping() && inFlight.size < mostInFlight) {
      const sinceMs = clock.monotonicMs() - claimedMs
      if (sinceMs < restMs) await wait(restMs - sinceMs)
      claimedMs = clock.monotonicMs()
      const claimed = await claimLane(pool, lane, room(), ofKind)
      if (claimed.length === 0) return
      for (const held of claimed) inFlight.set(held, begin(held))
    }
  })

  return {
    nudge: loop.nudge,
    async stop() {
      await loop.stop()
      await Promise.all(inFlight.values())
    },
  }
}
