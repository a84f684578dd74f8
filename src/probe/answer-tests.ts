import { evidenceText } from "../graphql/monitoring/check/check-evidence.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { ownFaults } from "../graphql/monitoring/check/rules/check-result.ts"
import { mostShown, type TestResult } from "../graphql/monitoring/monitor-test/rules/test-result.ts"
import {
  claimTests,
  deleteOldTests,
  settleTest,
} from "../graphql/monitoring/monitor-test/test-queue.ts"
import { createMonitorGuard } from "../platform/guard.ts"
import type { Services } from "../platform/services.ts"
import { alwaysProved } from "./kinds/heartbeat.ts"
import { createProbers } from "./kinds/probers.ts"
import { createEvaluator } from "./create-evaluator.ts"
import { createTools, nameServers } from "./probe-tools.ts"
import { runOnce, type Attempt } from "./run.ts"

/** Finds tests whose notification was lost. */
const pollMs = 10_000
const mostAtOnce = 10

/**
 * Checks monitors that are not saved, once each, for the people who are making them. A test makes one attempt and
 * does not check our own network: a person sees the findings and tests again.
 */
export function answerTests(services: Services): { stop(): Promise<void> } {
  const { env, clock, bus, log } = services
  const { probe } = createProbers(alwaysProved(clock.now))
  const tools = {
    ...createTools(createMonitorGuard(env), nameServers(env), clock),
    shownBytes: mostShown,
    evaluate: createEvaluator(env, clock),
  }
  const running = new Set<Promise<void>>()
  let isStopping = false

  async function answer(id: string, target: Target): Promise<void> {
    const attempt = await runOnce(target, (signal) => probe(target, tools, signal), clock)
    await settleTest(services, id, resultOf(attempt))
    await bus.publish([{ topic: "monitor_test.answered", payload: { testId: id } }])
  }

  const note = (error: unknown) => log.error({ err: error }, "a monitor could not be tested")

  async function claim(): Promise<void> {
    const free = mostAtOnce - running.size
    if (isStopping || free <= 0) return
    for (const { id, target } of await claimTests(services, free)) {
      const work = answer(id, target)
        .catch(note)
        .finally(() => {
          running.delete(work)
          start()
        })
      running.add(work)
    }
  }

  /** One claim at a time: each must know how many tests the last one started. */
  let claiming: Promise<void> = Promise.resolve()
  function start(): void {
    claiming = claiming.then(claim).catch(note)
  }

  const unsubscribe = bus.subscribe("monitor_test.requested", start)
  const timer = setInterval(() => {
    start()
    void deleteOldTests(services).catch(note)
  }, pollMs)

  return {
    async stop() {
      isStopping = true
      unsubscribe()
      clearInterval(timer)
      await claiming
      await Promise.all(running)
    },
  }
}

function resultOf({ observation, durationMs }: Attempt): TestResult {
  const { failure, evidence, measured, ...seen } = observation
  const isOwn = failure !== null && ownFaults.has(failure.class)
  return {
    status: isOwn ? "unknown" : (failure?.level ?? "operational"),
    failureClass: failure?.class ?? null,
    // Who tests a monitor on telemetry may read it.
    findings: measured?.findings ?? failure?.findings ?? [],
    warnings: seen.warnings,
    durationMs,
    phases: seen.phases,
    httpStatus: seen.httpStatus,
    address: seen.address,
    certificate: seen.certificate,
    assertions: seen.assertions.map((one, at) => ({
      isKnown: true,
      ...one,
      seen: measured?.seen[at] ?? one.seen,
    })),
    response: evidence && {
      head: evidence.head,
      body: evidenceText(evidence),
      isTruncated: evidence.body.length >= mostShown,
    },
  }
}
