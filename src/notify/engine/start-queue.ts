import { setTimeout as wait } from "node:timers/promises"
import { createBatcher } from "../../platform/batch.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import { traced } from "../../platform/tracing.ts"
import type { Services } from "../../platform/services.ts"
import type { Slots } from "./slots.ts"

/** A job leased by this process. Only the holder of its current token can settle it. */
export type Job = { id: string; token: string }

/** The policy of one queue. */
export type Queue<Claimed extends Job, Result> = {
  name: string
  /** How many jobs this process works on at a time, in total and for one tenant or provider. */
  slots: Pick<Slots<Claimed>, "isFull" | "isCrowded" | "take" | "release">
  /** Leases are renewed three times within this time. */
  leaseSeconds: number
  /** Lease what is due, as far as slots are free. */
  claim(): Promise<Claimed[]>
  /** Do the work once, in bounded time. Null if the lease was lost and nothing was done. */
  attempt(job: Claimed): Promise<Result | null>
  /** Store results and their effects on targets; true for those whose lease was still current. */
  settle(results: Result[]): Promise<boolean[]>
  renew(jobs: Claimed[]): Promise<void>
}

const usualPollMs = 1000
const retryMs = 1000
const longestRetryMs = 300_000

/** Work off a queue: claim, attempt, settle. A job that fails to settle is claimed again when its lease expires. */
export function startQueue<Claimed extends Job, Result>(
  { log, clock }: Pick<Services, "log" | "clock">,
  { name, slots, leaseSeconds, claim, attempt, settle, renew }: Queue<Claimed, Result>,
  pollMs = usualPollMs,
): Loop {
  const inFlight = new Map<Claimed, Promise<void>>()
  /** Jobs whose slots were released. */
  let ended = 0
  const settleTogether = createBatcher(settle)

  /** Until it is stored, a result exists only in memory; it is kept while the database is unavailable. */
  async function store(job: Claimed, result: Result): Promise<void> {
    try {
      await settleTogether(result)
      return
    } catch (error) {
      log.warn({ err: error, queue: name, id: job.id }, "a result will be stored in another try")
    }
    const startedMs = clock.monotonicMs()
    for (;;) {
      try {
        // Another result of the batch may be the one that cannot be stored.
        await settle([result])
        return
      } catch (error) {
        if (clock.monotonicMs() - startedMs > longestRetryMs) throw error
      }
      await wait(retryMs)
    }
  }

  async function work(job: Claimed): Promise<void> {
    try {
      const attributes = { "delivery.id": job.id, queue: name }
      const result = await traced("delivery", "internal", attributes, () => attempt(job))
      if (result !== null) await store(job, result)
    } catch (error) {
      log.error({ err: error, queue: name, id: job.id }, "a job could not be settled")
    } finally {
      const isWaitedFor = slots.isCrowded(job)
      slots.release(job)
      inFlight.delete(job)
      ended += 1
      if (isWaitedFor) loop.nudge()
    }
  }

  function start(job: Claimed): void {
    slots.take(job)
    inFlight.set(job, work(job))
  }

  const renewing = setInterval(
    () => {
      if (inFlight.size === 0) return
      // A lease that is lost meanwhile only means that settling stores nothing.
      renew([...inFlight.keys()]).catch((error: unknown) =>
        log.warn({ err: error, queue: name }, "leases could not be renewed"),
      )
    },
    (leaseSeconds * 1000) / 3,
  )

  const loop = startLoop(log, `queue ${name}`, pollMs, async (isStopping) => {
    while (!isStopping() && !slots.isFull()) {
      const endedBefore = ended
      const claimed = await claim()
      for (const job of claimed) start(job)
      // More may be due: for slots that became free since the claim read them, or behind jobs whose slots are taken now.
      const hasFreed = claimed.length > 0 && ended > endedBefore
      if (!hasFreed && !claimed.some(slots.isCrowded)) return
    }
  })

  return {
    nudge: loop.nudge,
    async stop() {
      await loop.stop()
      await Promise.all(inFlight.values())
      clearInterval(renewing)
    },
  }
}
