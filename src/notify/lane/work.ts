import { setTimeout as wait } from "node:timers/promises"
import type { Services } from "../../services.ts"
import type { Channels } from "../channels/channels.ts"
import { gather } from "../gather.ts"
import type { Loop } from "../loop.ts"
import { startLoop } from "../loop.ts"
import { attempt } from "./attempt.ts"
import type { Held, Lane } from "./claim.ts"
import { claimLane } from "./claim.ts"
import { createHands, ofKind } from "./hands.ts"
import type { ReadPages } from "./message.ts"
import { readWays } from "./read-way.ts"
import type { Verdict } from "./settle.ts"
import { settleAll } from "./settle.ts"

const pollMs = 1000
/** With the time to settle it is far below a lease. */
const usualDeadlineMs = 15_000
const retryMs = 1000
const longestWaitMs = 300_000

type Options = { channels: Channels; readPages: ReadPages; deadlineMs?: number }

/** The workers of one lane, apart from those of all others. */
export function startLane(
  services: Services,
  lane: Lane,
  { channels, readPages, deadlineMs = usualDeadlineMs }: Options,
): Loop {
  const { log, clock, database } = services
  const { pool } = database
  const hands = createHands()
  const inFlight = new Set<Promise<void>>()
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
    channels,
    deadlineMs,
    readWay: gather((held: Held[]) => readWays(pool, held)),
    readPage: gather((deliveryIds: string[]) => readPages(services, deliveryIds)),
    settle,
  }

  async function begin(held: Held): Promise<void> {
    try {
      await attempt(tools, held)
    } catch (error) {
      // A fault of ours: its lease runs out, and it is sent again.
      log.error({ err: error, delivery: held.id }, "a delivery could not be settled")
    } finally {
      const isWaitedFor = hands.isCrowded(held)
      hands.free(held)
      if (isWaitedFor) loop.nudge()
    }
  }

  function start(held: Held): void {
    hands.take(held)
    const sending = begin(held).finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }

  const loop = startLoop(log, `lane ${lane}`, pollMs, async (isStopping) => {
    while (!isStopping()) {
      const room = hands.room()
      if (room.all <= 0) return
      const claimed = await claimLane(pool, lane, room, ofKind)
      for (const held of claimed) start(held)
      // Behind those that fill their address or kind others may be due, and were not looked at.
      if (!claimed.some(hands.isCrowded)) return
    }
  })

  return {
    nudge: loop.nudge,
    async stop() {
      await loop.stop()
      await Promise.all(inFlight)
    },
  }
}
