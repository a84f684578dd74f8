import type { Services } from "../../services.ts"
import { whileHeld } from "../claim.ts"
import type { Loop } from "../loop.ts"
import { startLoop } from "../loop.ts"
import { attemptDelivery } from "./attempt.ts"
import type { Held } from "./claim.ts"
import { claimWebhooks } from "./claim.ts"
import type { Send } from "./send.ts"

const pollMs = 1000
const mostInFlight = 64
/** The rest is kept for endpoints that answer: each attempt at a dead one lasts 15 s. */
const mostFailing = 32

/** The workers of webhooks, apart from all others: each attempt in flight is one of them. */
export function startWebhooks(services: Services, send: Send): Loop {
  const { log, database } = services
  const inFlight = new Map<Held, Promise<void>>()

  function room() {
    const failing = [...inFlight.keys()].filter(({ isFailing }) => isFailing).length
    return { all: mostInFlight - inFlight.size, failing: Math.max(0, mostFailing - failing) }
  }

  async function begin(token: string, held: Held): Promise<void> {
    try {
      await attemptDelivery(services, send, token, held)
    } catch (error) {
      // A fault of ours: its lease runs out, and it is sent again under the same id.
      log.error({ err: error, delivery: held.id }, "a webhook could not be settled")
    } finally {
      inFlight.delete(held)
      loop.nudge()
    }
  }

  const loop = startLoop(log, "webhooks", pollMs, async (isStopping) => {
    while (!isStopping() && inFlight.size < mostInFlight) {
      const claim = await claimWebhooks(services, room())
      if (claim.rows.length === 0) return
      const begun = claim.rows.map((held) => {
        const done = begin(claim.token, held)
        inFlight.set(held, done)
        return done
      })
      void whileHeld(database.pool, claim, () => Promise.all(begun))
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
