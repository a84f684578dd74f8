import { ensureCheckPartitions } from "../graphql/check/partition.ts"
import type { Target } from "../graphql/monitor/target.ts"
import type { Services } from "../services.ts"
import type { Look } from "./look.ts"
import { createLook } from "./look.ts"
import { createDatabaseTime } from "./database-time.ts"
import { createEars } from "./ears.ts"
import { watchEgress } from "./egress-watch.ts"
import { createReporter } from "./report.ts"
import { createSchedule, mostAtOnce } from "./schedule.ts"
import { createShards, shardCount } from "./shards.ts"
import { createSync } from "./sync.ts"

const renewMs = 4000
const longestTickMs = 250
/** What falls due within this begins together: waking for each alone costs more than the check. */
const shortestTickMs = 5
/** Checks in the air at once; what is due beyond it waits its turn. */
const mostInFlight = 4000
const stopWithinMs = 8000

/** The probe role: schedules, looks, and hands over what it saw. `id` is told in shards.ts. */
export async function startProbe(
  services: Services,
  { id, look: ownLook }: { id?: string; look?: Look } = {},
): Promise<{ stop(): Promise<void> }> {
  const { log, clock, database } = services
  await ensureCheckPartitions(database.pool)
  const time = await createDatabaseTime(database.pool, clock)
  const { now: databaseNow } = time
  const ears = await createEars(services, time.unbrokenSince)
  const look = ownLook ?? createLook(services, { databaseNow, returnedAt: ears.heardSince })
  const reporter = createReporter(services)
  const shards = createShards(database.pool, clock, id)
  const inFlight = new Map<string, Promise<void>>()
  const waiting = new Map<string, Target>()
  let ticking: NodeJS.Timeout | undefined
  let isStopping = false

  /** A monitor is looked at once at a time: what falls due meanwhile is looked at right after. */
  function check(target: Target): void {
    if (isStopping) return
    if (inFlight.has(target.monitorId) || inFlight.size >= mostInFlight) {
      waiting.set(target.monitorId, target)
      return
    }
    const done = look(target)
      .then((result) => (result === null ? undefined : reporter.add(result)))
      .catch((error: unknown) => log.error({ err: error, kind: target.kind }, "a check was lost"))
      .finally(() => {
        inFlight.delete(target.monitorId)
        const again = waiting.get(target.monitorId)
        if (again === undefined) return
        waiting.delete(again.monitorId)
        check(again)
      })
    inFlight.set(target.monitorId, done)
  }

  /** Of a thousand begun at once each would last as long as all together, and feel every moment we are held up. */
  function request(target: Target): void {
    waiting.set(target.monitorId, target)
    tickIn(0)
  }

  function startWaiting(): void {
    let left = mostAtOnce
    for (const target of waiting.values()) {
      if (left === 0 || inFlight.size >= mostInFlight) return
      if (inFlight.has(target.monitorId)) continue
      waiting.delete(target.monitorId)
      check(target)
      left -= 1
    }
  }

  // By the database's time all probers agree on the slots, however their own wall clocks are set.
  const slotClock = { now: databaseNow, monotonicMs: clock.monotonicMs }
  const schedule = createSchedule(slotClock, (target) => {
    // What was given away a moment ago is still scheduled until the next poll.
    const isHeld = shards.held().has(target.monitorSeq % shardCount)
    // A slot that falls due while the last look still runs is covered by that look.
    if (isHeld && !inFlight.has(target.monitorId)) check(target)
  })
  const sync = createSync(services, shards, schedule, { request, readAt: time.set })

  const renew = () =>
    shards
      .renew()
      .catch((error: unknown) => log.error({ err: error }, "the shard leases could not be renewed"))
  await renew()
  const renewing = setInterval(() => void renew(), renewMs)
  const tick = () => {
    startWaiting()
    const nextMs = schedule.tick(waiting.size > 0 ? shortestTickMs : longestTickMs)
    tickIn(Math.max(shortestTickMs, nextMs))
  }
  function tickIn(ms: number): void {
    clearTimeout(ticking)
    if (!isStopping) ticking = setTimeout(tick, ms)
  }
  tick()
  await sync.start()
  const egress = watchEgress(services, id)
  log.info({ monitors: schedule.size, shards: shards.held().size }, "probing")

  return {
    async stop() {
      isStopping = true
      clearInterval(renewing)
      ears.stop()
      clearTimeout(ticking)
      await sync.stop()
      waiting.clear()
      await within(stopWithinMs, Promise.all(inFlight.values()))
      await reporter.drain()
      await shards.release().catch(() => undefined)
      await egress.stop().catch(() => undefined)
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
