import { setTimeout } from "node:timers/promises"
import type { CheckResult } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { suspectIngress } from "../graphql/monitoring/monitor/heartbeat/ingress-liveness.ts"
import { isProbed } from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import { readTargets } from "../graphql/monitoring/monitor/target/monitor-targets.ts"
import { createMonitorGuard } from "../platform/guard.ts"
import type { Services } from "../platform/services.ts"
import { traced } from "../platform/tracing.ts"
import { createAttempts } from "./attempts.ts"
import { conclude } from "./conclude.ts"
import { createBurst } from "./burst.ts"
import { dependencyOf, isWatched, portOfTarget } from "./dependency.ts"
import { familyOf } from "./family.ts"
import { createIntermittent } from "./intermittent.ts"
import { judge } from "./judge.ts"
import type { PingTime } from "./kinds/heartbeat.ts"
import type { Interfaces } from "./neighbors.ts"
import { createProbers } from "./kinds/probers.ts"
import { createOwnNetwork, type OwnNetwork, type Proof } from "./own-network.ts"
import { readAuthorities } from "../platform/read-authorities.ts"
import { createEvaluator } from "./create-evaluator.ts"
import { gateSilence } from "./gate-silence.ts"
import { overRoute, type Choose } from "./probe.ts"
import { createTools, nameServers } from "./probe-tools.ts"
import { createRoute } from "./route.ts"
import { runOnce, type Attempt } from "./run.ts"
import { createTargetMemory } from "./target-memory.ts"

/**
 * Check a target and judge the outcome; never rejects for a failure of the target. Null if there is nothing to
 * judge yet: a heartbeat whose first ping is not due.
 */
export type CheckTarget = (target: Target) => Promise<CheckResult | null>

/** The database is used only to read heartbeat pings. */
type CheckerServices = Pick<Services, "env" | "clock" | "database" | "vault" | "log">

const checkTraced = <Result>({ monitorId, kind }: Target, work: () => Promise<Result>) =>
  traced("check", "internal", { "monitor.id": monitorId, "monitor.kind": kind }, work)

const burstMs = 100

/** The prober's own network, by its settings. */
export const ownNetworkOf = (
  { env, clock }: Pick<Services, "env" | "clock">,
  interfaces?: Interfaces,
): OwnNetwork =>
  createOwnNetwork({
    interfaces,
    anchors: env.EGRESS_ANCHORS,
    ca: readAuthorities(env.EGRESS_CA),
    servers: nameServers(env),
    names: env.RESOLVER_NAMES,
    pages: env.PORTAL_CHECKS,
    clock,
  })

export function createChecker(
  services: CheckerServices,
  pingTime: PingTime,
  network: OwnNetwork = ownNetworkOf(services),
): CheckTarget {
  const { env, clock } = services
  const { databaseNow } = pingTime
  const guard = createMonitorGuard(env)
  const servers = nameServers(env)
  const memory = createTargetMemory()
  const burst = createBurst(clock)
  const intermittent = createIntermittent()
  const { probe, isWaiting } = createProbers(pingTime)

  const traces = env.CHECK_TRACE_PERCENT
  const evaluate = gateSilence(createEvaluator(env, clock), pingTime)
  const tools = {
    first: {
      evaluate,
      ...createTools(guard, servers, clock, network.honestServers),
      ...(traces === "off" ? {} : { traceShare: traces / 100 }),
    },
    again: {
      evaluate,
      // Starts with another name server, if there is one.
      ...createTools(
        guard,
        [...servers.slice(1), ...servers.slice(0, 1)],
        clock,
        network.honestServers,
      ),
      // The attempt that confirms a failure is the one to be explained.
      ...(traces === "off" ? {} : { traceShare: 1 }),
    },
  }

  async function run(
    target: Target,
    choose: Choose,
    which: "first" | "again",
    cancel?: AbortSignal,
  ): Promise<Attempt> {
    const using = { ...tools[which], dialer: overRoute(tools[which].dialer, choose) }
    // Checks are dated by the database's clock: a wall clock set back would make them count as outdated.
    const dated = { ...clock, now: databaseNow }
    return runOnce(target, (signal) => probe(target, using, signal), dated, {
      cancel,
      isWatched: which === "again",
    })
  }

  const judgeAt = (target: Target) => run(target, keepOrder, "first")

  /** Silence is judged by what is stored now: a ping may have arrived since the target was read. */
  async function checkPings(target: Target): Promise<CheckResult | null> {
    const first = isWaiting(target) ? null : await judgeAt(target)
    if (first === null || first.observation.failure === null) {
      return first && conclude(target, [first], null)
    }
    const [{ targets }] = await Promise.all([
      readTargets(services, { ids: [target.monitorId] }),
      pingTime.refresh(),
    ])
    const newest = targets[0] ?? target
    if (isWaiting(newest)) return null
    const attempt = await judgeAt(newest)
    const isMissing = attempt.observation.failure?.class === "heartbeat_missing"
    if (!isMissing || !(await suspectIngress(services.database.pool))) {
      return conclude(newest, [attempt], attempt.observation.failure)
    }
    await pingTime.refresh()
    const again = await judgeAt(newest)
    return conclude(newest, [again], again.observation.failure)
  }

  /** The first of many to fail waits for the others, so that none makes a needless second attempt. */
  async function checkNetworkFirst(target: Target, attempt: Attempt): Promise<Proof | null> {
    await setTimeout(burstMs)
    const needs = dependencyOf(target, attempt.observation)
    return needs !== null && burst.isOn() ? network.now(needs) : null
  }

  function noteSuccess(target: Target, { observation, durationMs }: Attempt): void {
    const { monitorId, kind } = target
    memory.noteDuration(monitorId, durationMs)
    const family = familyOf(observation)
    if (kind === "ping" && family !== null) network.noteReply(family)
    const port = portOfTarget(target)
    if (port !== null && observation.address !== null) {
      network.noteNeighbor(observation.address, port)
    }
  }

  async function check(target: Target): Promise<CheckResult> {
    const { monitorId, intervalSeconds } = target
    const suspect = memory.suspect(monitorId)
    const turn = Math.floor(databaseNow().getTime() / (intervalSeconds * 1000))
    const route = createRoute({ turn, suspect, wasAlive: network.wasAlive })
    const made: Attempt[] = []
    const { end, attempt, ...attempts } = createAttempts(target, {
      async run(choose, which, cancel) {
        const tried = await run(target, choose, which, cancel)
        if (!cancel?.aborted) made.push(tried)
        return tried
      },
      route,
      network,
      patienceMs: memory.patienceMs(monitorId),
      isWatched: intermittent.isSuspicious(target),
    })
    try {
      const judged = await judge(target, {
        ...attempts,
        async attempt() {
          const tried = await attempt()
          const { failure } = tried.first.observation
          const needs = dependencyOf(target, tried.first.observation)
          burst.note(failure !== null && needs !== null && isWatched(needs))
          if (failure === null) noteSuccess(target, tried.first)
          return tried
        },
        isElsewhere: () => route.isElsewhere,
        suspect,
        setSuspect: (isFailing) => memory.setSuspect(monitorId, isFailing ? route.lead : null),
        checkNetworkFirst: (attempt) => checkNetworkFirst(target, attempt),
      })
      return await intermittent.weigh(target, judged, {
        made,
        attemptAgain: () => attempts.attemptAgain("same", false),
        async isProven(tried) {
          if (dependencyOf(target, tried.observation) === null) return true
          const proof = await attempts.prove(tried)
          return proof.alive
        },
      })
    } finally {
      end()
    }
  }

  return (target) =>
    checkTraced(target, () => (isProbed(target.kind) ? check(target) : checkPings(target)))
}
const keepOrder: Choose = (_host, addresses) => addresses
