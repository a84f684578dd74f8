import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { saying } from "../support/findings.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { failed, nothingSeen, type Observation } from "../../src/probe/observation.ts"
import { createPulse, type Pulse } from "../../src/probe/pulse.ts"
import { runOnce } from "../../src/probe/run.ts"
import { tcpTarget } from "../support/prober.ts"

/** Blocks the event loop of this process. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

function beating(): Pulse {
  const pulse = createPulse(systemClock)
  const timer = setInterval(pulse.beat, 50)
  onTestFinished(() => clearInterval(timer))
  return pulse
}

test("an attempt during which the event loop was blocked is repeated, and only the good one's time counts", async () => {
  let looks = 0
  const probe = async () => {
    looks += 1
    if (looks === 1) block(400)
    await sleep(20)
    return { ...nothingSeen, httpStatus: looks }
  }
  const { observation, durationMs } = await runOnce(tcpTarget(1), probe, systemClock, {
    pulse: beating(),
  })
  expect(looks).toBe(2)
  expect(observation).toEqual({ ...nothingSeen, httpStatus: 2 })
  expect(durationMs).toBeLessThan(300)
})

test("three disturbed failures in a row are an internal error, never the target's", async () => {
  let looks = 0
  const probe = () => {
    looks += 1
    block(300)
    return Promise.resolve(failed("timeout", [asWritten("No response was received.")]))
  }
  const { observation } = await runOnce(tcpTarget(1), probe, systemClock, { pulse: beating() })
  expect(looks).toBe(3)
  expect(observation.failure).toEqual({
    class: "internal",
    findings: saying(
      "This prober was stalled during 3 attempts in a row, so their results cannot be trusted.",
    ),
    level: "offline",
  })
})

test("an answer counts although the event loop was blocked both times, but its time is called inexact", async () => {
  let looks = 0
  const probe = () => {
    looks += 1
    block(300)
    return Promise.resolve(nothingSeen)
  }
  const { observation } = await runOnce(tcpTarget(1), probe, systemClock, { pulse: beating() })
  expect(looks).toBe(2)
  const warnings = saying("This prober was stalled, so the response time is inexact.")
  expect(observation).toEqual({ ...nothingSeen, warnings })
})

/** Of a process that delays what it handles, without a stall. */
const delaying = (delayMs: number): Pulse => ({
  ...createPulse(systemClock),
  hasStalledSince: () => false,
  delaySince: () => delayMs,
})

const slow = (overMs: number): Observation => ({
  ...nothingSeen,
  failure: { class: "assertion", findings: [asWritten("Got 1300 ms.")], level: "offline", overMs },
})

test("a response that took too long counts only by more than this process may have delayed it", async () => {
  const judge = async (overMs: number) => {
    let looks = 0
    const probe = () => {
      looks += 1
      return Promise.resolve(slow(overMs))
    }
    const { observation } = await runOnce(tcpTarget(1), probe, systemClock, {
      pulse: delaying(200),
    })
    return { looks, failure: observation.failure }
  }
  expect(await judge(201)).toEqual({ looks: 1, failure: slow(201).failure })
  expect(await judge(199)).toEqual({
    looks: 3,
    failure: {
      class: "internal",
      findings: saying(
        "This prober was too busy during 3 attempts in a row, so their results cannot be trusted.",
      ),
      level: "offline",
    },
  })
})

const answersAfter = (ms: number) => (signal: AbortSignal) =>
  sleep(ms, nothingSeen, { signal }).catch(() =>
    failed("timeout", [asWritten("No response was received.")]),
  )

test("a target gets the time that this process took from it before its timeout, at most as much again", async () => {
  const target = tcpTarget(1, { timeoutSeconds: 0.2 })
  const run = async (ms: number, delayMs: number) => {
    const options = { pulse: delaying(delayMs) }
    const { observation } = await runOnce(target, answersAfter(ms), systemClock, options)
    return observation.failure?.class ?? null
  }
  expect(await run(10_000, 0)).toBe("timeout")
  expect(await run(10_000, 100)).toBe("timeout")
  expect(await run(10_000, 1000)).toBe("internal")

  let isAborted: boolean | undefined
  const probe = async (signal: AbortSignal) => {
    // In turns, because a busy machine may delay one timer past both deadlines.
    while (performance.now() < endsAtMs && !signal.aborted) await sleep(1)
    isAborted = signal.aborted
    return nothingSeen
  }
  const endsAtMs = performance.now() + 1050
  const slow = tcpTarget(1, { timeoutSeconds: 1 })
  await runOnce(slow, probe, systemClock, { pulse: delaying(1000) })
  expect(isAborted).toBe(false)
})

test("a process stopped past the deadline in the middle of an attempt does not cause a timeout", async () => {
  const child = fork(new URL("../support/stopped-attempt.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  expect((await once(child, "message"))[0]).toBe("attempting")
  child.kill("SIGSTOP")
  await sleep(1500)
  const result = once(child, "message")
  child.kill("SIGCONT")
  child.send("answer")
  const [{ failure, requests, durationMs }] = (await result) as [
    { failure: unknown; requests: number; durationMs: number },
  ]
  expect({ failure, requests }).toEqual({ failure: null, requests: 2 })
  expect(durationMs).toBeLessThan(1000)
})

test("the pulse detects a late beat and a sleep, but ignores a wall clock that is set back", () => {
  let wallMs = Date.UTC(2026, 10, 21)
  let monotonicMs = 0
  const pulse = createPulse({ now: () => new Date(wallMs), monotonicMs: () => monotonicMs })
  const pass = (monotonic: number, wall = monotonic) => {
    const from = pulse.now()
    monotonicMs += monotonic
    wallMs += wall
    const hasStalled = pulse.hasStalledSince(from)
    pulse.beat()
    return hasStalled
  }
  expect(pass(50)).toBe(false)
  expect(pass(240)).toBe(false)
  expect(pass(260)).toBe(true)
  expect(pass(50)).toBe(false)
  expect(pass(50, 3_600_000)).toBe(true)
  expect(pass(50, -7_200_000)).toBe(false)
})

test("the pulse knows how late its beats were, and sees short delays while it is watched", () => {
  let nowMs = 0
  const pulse = createPulse({ now: () => new Date(nowMs), monotonicMs: () => nowMs })
  const pass = (...delays: number[]) => {
    const from = pulse.now()
    for (const lateMs of delays) {
      nowMs += pulse.periodMs + lateMs
      pulse.beat()
    }
    return pulse.delaySince(from)
  }
  expect(pass(1, 0, 5, 2)).toBe(0)
  // One event may have waited for the longest delay, or all of them for as long as beats do on average.
  expect(pass(...Array<number>(99).fill(0), 80)).toBe(80)
  expect(pass(...Array<number>(20).fill(10))).toBe(100)
  const from = pulse.now()
  nowMs += 90
  expect(pulse.delaySince(from)).toBe(400)
  pulse.beat()

  const watch = pulse.watch()
  expect(pulse.periodMs).toBe(10)
  nowMs += 40
  expect(pulse.delaySince(nowMs - 40)).toBe(300)
  watch[Symbol.dispose]()
  pulse.beat()
  expect(pulse.periodMs).toBe(50)
})
