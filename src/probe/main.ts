import { ensureCheckPartitions } from "../graphql/monitoring/check/check-partition.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { newId } from "../platform/id.ts"
import type { Services } from "../platform/services.ts"
import { createChecker, ownNetworkOf, type CheckTarget } from "./check-target.ts"
import { createDatabaseTime } from "./database-time.ts"
import { createIngressLiveness } from "./ingress-liveness.ts"
import { watchEgress } from "./egress-watch.ts"
import { createNetworkPulse } from "./network-pulse.ts"
import { createProbers } from "./kinds/probers.ts"
import { createReporter } from "./report.ts"
import { requestAgain } from "./request-again.ts"
import { createSchedule, mostAtOnce } from "./schedule.ts"
import { createShards, shardCount } from "./shards.ts"
import { createSync } from "./sync.ts"
import { answerTests } from "./answer-tests.ts"

const renewMs = 4000
const longestTickMs = 250
/** Checks due within this start together: a wake-up for each costs more than the check. */
const togetherMs = 10
/** Between starts of checks that wait, such as a thousand that were requested at once. */
const shortestTickMs = 5
/** Concurrent checks; further due checks wait. */
const mostInFlight = 4000
const mostStopMs = 8000

type Options = { id?: string; checkTarget?: CheckTarget; stopWithinMs?: number }

/** Run the probe role: schedule checks, run them and report the results. `id`: see shards.ts. */
export async function startProbe(
  services: Services,
  { id = newId(), checkTarget: ownCheck, stopWithinMs = mostStopMs }: Options = {},
): Promise<{ stop(): Promise<void> }> {
  const { log, clock, database, bus } = services
  await ensureCheckPartitions(database.pool)
  const time = await createDatabaseTime(database.pool, clock)
  const { now: databaseNow } = time
  const liveness = await createIngressLiveness(services, databaseNow)
  const pingTime = { databaseNow, ...liveness }
  const network = ownNetworkOf(services)
  const checkTarget = ownCheck ?? createChecker(services, pingTime, network)
  const reporter = createReporter(services)
  type InFlight = { target: Target; monitorSeq: number; startedAt: Date; done: Promise<void> }
  const inFlight = new Map<string, InFlight>()
  const shards = createShards(database.pool, clock, {
    id,
    unstored: () => [...reporter.unstored(), ...inFlight.values()],
    pulse: createNetworkPulse({
      anchors: services.env.EGRESS_ANCHORS,
      clock,
      isDishonest: (family) =>
        network.honesty.report().findings.some((one) => "family" in one && one.family === family),
    }),
    onRelease: () => void bus.publish([{ topic: "probe.released", payload: { proberId: id } }]),
  })
  const waiting = new Map<string, Target>()
  let ticking: NodeJS.Timeout | undefined
  let isStopping = false

  /** Run one check per monitor at a time; one that falls due meanwhile runs right after. */
  function check(target: Target): void {
    if (isStopping) return
    if (inFlight.has(target.monitorId) || inFlight.size >= mostInFlight) {
      waiting.set(target.monitorId, target)
      return
    }
    const startedAt = databaseNow()
    const done = checkTarget(target)
      .then((result) => (result === null ? undefined : reporter.add(result)))
      .catch((error: unknown) => log.error({ err: error, kind: target.kind }, "a check was lost"))
      .finally(() => {
        inFlight.delete(target.monitorId)
        const again = waiting.get(target.monitorId)
        if (again === undefined) return
        waiting.delete(again.monitorId)
        check(again)
      })
    inFlight.set(target.monitorId, { target, monitorSeq: target.monitorSeq, startedAt, done })
  }

  /** Queue a requested check: a thousand started at once would slow each other down and spoil the timing. */
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

  // By the database's time all probers agree on the slots, whatever their own wall clocks say.
  const slotClock = { now: databaseNow, monotonicMs: clock.monotonicMs }
  const { nextMoment } = createProbers(pingTime)
  const schedule = createSchedule(
    slotClock,
    (target) => {
      // A shard given away a moment ago stays scheduled until the next poll.
      if (isStopping || !shards.held().has(target.monitorSeq % shardCount)) return false
      // A slot that falls due while the last check is still running is covered by that check.
      if (!inFlight.has(target.monitorId)) check(target)
      return true
    },
    nextMoment,
  )
  const sync = createSync(services, shards, schedule, { request, readAt: time.set })

  const renew = () =>
    shards
      .renew()
      .catch((error: unknown) => log.error({ err: error }, "the shard leases could not be renewed"))
  // Before the first lease: from then on the others release shards for this prober, and wait for it to take them.
  const stopTakingOver = bus.subscribe("probe.released", ({ proberId }) => {
    if (proberId !== id) void renew().then(() => (isStopping ? undefined : sync.poll()))
  })
  await renew()
  const renewing = setInterval(() => void renew(), renewMs)
  const tick = () => {
    startWaiting()
    const nextMs = schedule.tick(waiting.size > 0 ? shortestTickMs : longestTickMs)
    tickIn(Math.max(waiting.size > 0 ? shortestTickMs : togetherMs, nextMs))
  }
  function tickIn(ms: number): void {
    clearTimeout(ticking)
    if (!isStopping) ticking = setTimeout(tick, ms)
  }
  tick()
  await sync.start()
  const egress = watchEgress(services, network, id)
  const tests = answerTests(services)
  log.info({ monitors: schedule.size, shards: shards.held().size }, "probing")

  return {
    /** Other probers take over at once, while this one finishes and stores what it has started. */
    async stop() {
      isStopping = true
      clearInterval(renewing)
      stopTakingOver()
      liveness.stop()
      clearTimeout(ticking)
      const isReleased = shards.release().then(
        () => true,
        () => false,
      )
      await sync.stop()
      waiting.clear()
      const begun = [...inFlight.values()].map(({ done }) => done)
      await within(stopWithinMs, Promise.all([isReleased, ...begun, tests.stop()]))
      await reporter.drain()
      const unfinished = [...inFlight.values()].map(({ target }) => target)
      if (!(await isReleased)) await shards.release().catch(() => undefined)
      await requestAgain(services, unfinished).catch((error: unknown) =>
        log.warn(
          { err: error, checks: unfinished.length },
          "could not request the unfinished checks again",
        ),
      )
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
