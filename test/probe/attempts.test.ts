import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { said } from "../support/findings.ts"
import { createAttempts } from "../../src/probe/attempts.ts"
import { failed, noPhases, nothingSeen, type Observation } from "../../src/probe/observation.ts"
import type { Dependency } from "../../src/probe/dependency.ts"
import type { Proof } from "../../src/probe/own-network.ts"
import { createRoute } from "../../src/probe/route.ts"
import { createTargetMemory } from "../../src/probe/target-memory.ts"
import { tcpTarget } from "../support/prober.ts"

const proof: Proof = { alive: true, isBack: true, samples: [], part: 4 }

/** Runs a check whose attempts last this long and have these results. */
function attemptsOf(planned: [ms: number, observation: Observation][], patienceMs = 50) {
  const log: string[] = []
  const footings: (Dependency & { lastedMs: number })[] = []
  const left = [...planned]
  const attempts = createAttempts(tcpTarget(1, { timeoutSeconds: 1 }), {
    async run(_choose, which, cancel) {
      const [ms, observation] = left.shift() ?? [0, nothingSeen]
      const fromMs = performance.now()
      log.push(`${which} begins`)
      await sleep(ms, undefined, { ...(cancel && { signal: cancel }) }).catch(() =>
        log.push(`${which} is given up`),
      )
      log.push(`${which} ends`)
      return { observation, startedAt: new Date(), fromMs, durationMs: performance.now() - fromMs }
    },
    route: createRoute({ turn: 0, suspect: null, wasAlive: () => true }),
    network: {
      watch() {
        log.push("watch")
        return Promise.resolve({ [Symbol.dispose]: () => void log.push("end of watch") })
      },
      mark: () => undefined,
      prepare: () => Promise.resolve(),
      doubt: () => null,
      prove(footing, fromMs, toMs) {
        footings.push({ ...footing, lastedMs: toMs - fromMs })
        return Promise.resolve(proof)
      },
    },
    patienceMs,
  })
  return { attempts, log, footings }
}

test("a silent first attempt gets a second one in parallel, which ends a moment later", async () => {
  const silent = failed("timeout", [asWritten("silent")])
  const { attempts, log } = attemptsOf([
    [300, silent],
    [300, silent],
  ])
  const { second } = await attempts.attempt()
  await second
  attempts.end()
  await Promise.resolve()
  expect(log).toEqual([
    "first begins",
    "watch",
    "again begins",
    "first ends",
    "again ends",
    "end of watch",
  ])
})

test("the second attempt is canceled if the first one succeeds after all", async () => {
  const { attempts, log } = attemptsOf([
    [150, nothingSeen],
    [5000, nothingSeen],
  ])
  const { first, second } = await attempts.attempt()
  expect([first.observation, second]).toEqual([nothingSeen, null])
  await expect.poll(() => log).toContain("again is given up")
})

test("a target that is usually slow gets one attempt", async () => {
  const memory = createTargetMemory()
  const patience: number[] = [memory.patienceMs("slow")]
  memory.noteDuration("slow", 4000)
  patience.push(memory.patienceMs("slow"))
  memory.noteDuration("slow", 100)
  patience.push(memory.patienceMs("slow"))
  for (let times = 0; times < 30; times += 1) memory.noteDuration("slow", 100)
  patience.push(memory.patienceMs("slow"))
  expect(patience).toEqual([1000, 8000, 7200, 1000])

  const { attempts, log } = attemptsOf([[0, nothingSeen]], 900)
  expect((await attempts.attempt()).second).toBe(null)
  expect(log).toEqual(["first begins", "first ends"])
})

test("what could not connect at once is tried again once our own network has settled, which is proved", async () => {
  const away = failed("no_route", [asWritten("no way")], { address: "192.0.2.1" })
  const { attempts, footings } = attemptsOf([
    [0, away],
    [0, away],
  ])
  await attempts.attempt()
  const fromMs = performance.now()
  const second = await attempts.attemptAgain("others", true)
  expect(performance.now() - fromMs).toBeGreaterThan(3000)
  await attempts.prove(second)
  expect(footings).toMatchObject([
    { family: 4, path: "alive", names: null, isPing: false, lastedMs: expect.closeTo(3200, -1) },
  ])
})

const silentAfter = (dnsMs: number | null): Observation =>
  failed("timeout", [asWritten("Silent.")], {
    address: "192.0.2.1",
    phases: { ...noPhases, dnsMs },
  })

test("a timeout after a long look-up of the name depends on our name servers, and says so", async () => {
  const { attempts, footings } = attemptsOf([
    [0, silentAfter(200)],
    [0, silentAfter(199)],
    [0, silentAfter(null)],
  ])
  const { first } = await attempts.attempt()
  const [second, third] = [
    await attempts.attemptAgain("same", false),
    await attempts.attemptAgain("same", false),
  ]
  for (const one of [first, second, third]) await attempts.prove(one)
  expect(footings.map(({ names }) => names)).toEqual(["honest", "true", null])
  expect([first, second].map(({ observation }) => said(observation.failure))).toEqual([
    "Silent. Resolving the name took 0.2 s.",
    "Silent.",
  ])
})
