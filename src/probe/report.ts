import { setTimeout as startLater } from "node:timers"
import { setTimeout } from "node:timers/promises"
import { recordChecks } from "../graphql/check/record.ts"
import type { CheckResult } from "../graphql/check/result.ts"
import type { Services } from "../services.ts"

/** Larger ones cost no less a row, and hold up the looks of this process, and whoever waits for the rows, for longer. */
const batchSize = 200
/** About half an hour of 50,000 monitors in 100 MB; past it the oldest are dropped, and that is said. */
const queueSize = 200_000
const longestPauseMs = 5000
const mostTries = 3
const rowPauseMs = 50
/** Good news that is no news may wait for a full batch: a transaction for a hundred rows costs little more than for one. */
const gatherMs = 500
/** Between two transactions: when all monitors have news in the same minute, each would begin one of its own. */
const restMs = 20

/**
 * Hands results to the database in batches, in order, one batch at a time; keeps them while it is away. What may
 * change something goes at once, or a moment after the last; "still fine" is gathered for half a second at most.
 */
export function createReporter(services: Services, record = recordChecks) {
  let queue: CheckResult[] = []
  /** Monitors whose last result was fine. */
  const fine = new Set<string>()
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
        // The oldest may have been dropped meanwhile, so what is stored is found again, not counted.
        const [last] = batch.slice(-1)
        queue = queue.slice(last === undefined ? 0 : queue.indexOf(last) + 1)
        left -= batch.length
        pauseMs = 100
      } catch (error) {
        if (pauseMs === 100) {
          services.log.error({ err: error, waiting: queue.length }, "checks wait for the database")
        }
        if (isStopping) return
        await setTimeout(pauseMs)
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
    }
  }

  /** One row that cannot be stored must not hold up the others: a failing batch is tried by halves. */
  async function store(batch: CheckResult[], tries = 1): Promise<void> {
    try {
      return await record(services, batch)
    } catch (error) {
      if (!(await isDatabaseThere())) throw error
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

  /** Only where a living database refuses it again and again; storing the rest of its batch twice changes nothing. */
  function giveUp({ monitorId, startedAt }: CheckResult, err: unknown): void {
    services.log.error({ err, monitorId, startedAt }, "a check could not be stored")
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
    const wasFine = fine.has(monitorId)
    if (status === "operational") fine.add(monitorId)
    else fine.delete(monitorId)
    return status !== "operational" || !wasFine || requestedAt !== null
  }

  return {
    add(result: CheckResult): void {
      if (queue.length >= queueSize) {
        queue = queue.slice(batchSize)
        dropped += batchSize
        services.log.error({ dropped }, "the queue of unstored checks is full; the oldest are lost")
      }
      queue.push(result)
      isUrgent = isNews(result) || isUrgent
      if (working === null) plan()
    },
    get waiting(): number {
      return queue.length
    },
    /** Stores what is there; gives up when the database is away. */
    async drain(): Promise<void> {
      isStopping = true
      if (timer !== null) clearTimeout(timer)
      while (working !== null) await working
      if (queue.length > 0) await work()
    },
  }
}
