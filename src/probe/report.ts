import { setTimeout as startLater } from "node:timers"
import { setTimeout } from "node:timers/promises"
import { recordChecks } from "../graphql/monitoring/check/record-checks.ts"
import type { CheckResult } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Services } from "../platform/services.ts"
import { isShortage, noteShortage } from "../platform/resources/shortage.ts"
import { thinQueue } from "./thin-queue.ts"

/** Larger batches save nothing per row, and stall this process and other transactions for longer. */
const batchSize = 200
/** About 100 MB; beyond it repeated results are dropped first, then the oldest, and logged. */
const usualQueueSize = 200_000
const longestPauseMs = 5000
const mostTries = 3
const rowPauseMs = 50
/** A check that is still good may wait for a full batch: a transaction for many rows costs little more than for one. */
const gatherMs = 500
/** Pause between transactions: when many monitors change at once, each would otherwise start its own. */
const restMs = 20

/**
 * Write results to the database in batches, in order, one batch at a time; keep them while it is unavailable.
 * Results that may change something are written at once; "still good" waits up to half a second.
 */
export function createReporter(
  services: Services,
  record = recordChecks,
  queueSize = usualQueueSize,
) {
  let queue: CheckResult[] = []
  /** Monitors whose last result was good. */
  const good = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let dueAtMs = Infinity
  let restedAtMs = -Infinity
  let isUrgent = false
  let working: Promise<void> | null = null
  let isStopping = false
  let dropped = 0

  async function work(): Promise<void> {
    let pauseMs = 100
    isUrgent = false
    for (let left = queue.length; left > 0 && queue.length > 0;) {
      const batch = queue.slice(0, batchSize)
      try {
        await store(batch)
        // The oldest may have been dropped meanwhile, so find the last stored result instead of counting.
        const [last] = batch.slice(-1)
        queue = queue.slice(last === undefined ? 0 : queue.indexOf(last) + 1)
        left -= batch.length
        pauseMs = 100
      } catch (error) {
        noteShortage(error)
        if (pauseMs === 100) {
          services.log.error({ err: error, waiting: queue.length }, "checks wait for the database")
        }
        if (isStopping) return
        await setTimeout(pauseMs)
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
    }
  }

  /** One row that cannot be stored must not block the others: split a failing batch in halves. */
  async function store(batch: CheckResult[], tries = 1): Promise<void> {
    try {
      return await record(services, batch)
    } catch (error) {
      if (isShortage(error) || !(await isDatabaseThere())) throw error
      const [result, other] = batch
      if (result === undefined) return
      if (other !== undefined) {
        const middle = Math.ceil(batch.length / 2)
        await store(batch.slice(0, middle))
        return store(batch.slice(middle))
      }
      if (tries === mostTries) return giveUp(result, error)
      await setTimeout(rowPauseMs)
      return store(batch, tries + 1)
    }
  }

  /** Only when an available database refuses it repeatedly; storing the rest of its batch twice changes nothing. */
  function giveUp({ monitorId, startedAt }: CheckResult, err: unknown): void {
    services.log.error({ err, monitorId, startedAt }, "a check could not be stored")
  }

  /** Free a tenth of the queue, so that this happens rarely. */
  function makeSpace(): void {
    const before = queue.length
    const least = Math.ceil(queueSize / 10)
    queue = thinQueue(queue)
    if (before - queue.length < least) queue = queue.slice(least)
    dropped += before - queue.length
    services.log.error(
      { dropped },
      "the queue of unstored checks is full; repeated or the oldest checks were dropped",
    )
  }

  async function isDatabaseThere(): Promise<boolean> {
    return services.database.pool.query("select 1").then(
      () => true,
      () => false,
    )
  }

  function start(): void {
    timer = null
    dueAtMs = Infinity
    working ??= work().finally(() => {
      working = null
      restedAtMs = services.clock.monotonicMs() + restMs
      if (queue.length > 0 && !isStopping) plan()
    })
  }

  function plan(): void {
    const nowMs = services.clock.monotonicMs()
    const urgentMs = Math.max(0, restedAtMs - nowMs)
    const inMs = queue.length >= batchSize ? 0 : isUrgent ? urgentMs : gatherMs
    if (nowMs + inMs >= dueAtMs) return
    if (timer !== null) clearTimeout(timer)
    dueAtMs = nowMs + inMs
    timer = startLater(start, inMs)
  }

  function isNews({ monitorId, status, requestedAt }: CheckResult): boolean {
    const wasGood = good.has(monitorId)
    if (status === "operational") good.add(monitorId)
    else good.delete(monitorId)
    return status !== "operational" || !wasGood || requestedAt !== null
  }

  return {
    add(result: CheckResult): void {
      if (queue.length >= queueSize) makeSpace()
      queue.push(result)
      isUrgent = isNews(result) || isUrgent
      if (working === null) plan()
    },
    get waiting(): number {
      return queue.length
    },
    unstored: (): readonly CheckResult[] => queue,
    /** Store what is queued; give up when the database is unavailable. */
    async drain(): Promise<void> {
      isStopping = true
      if (timer !== null) clearTimeout(timer)
      while (working !== null) await working
      if (queue.length > 0) await work()
    },
  }
}
