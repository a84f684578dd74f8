import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { nothingSeen } from "../../src/probe/observation.ts"
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

test("three disturbed attempts in a row are an internal error, never the target's", async () => {
  let looks = 0
  const probe = () => {
    looks += 1
    block(300)
    return Promise.resolve(nothingSeen)
  }
  const { observation } = await runOnce(tcpTarget(1), probe, systemClock, { pulse: beating() })
  expect(looks).toBe(3)
  expect(observation.failure).toEqual({
    class: "internal",
    reason:
      "This prober was stalled during 3 attempts in a row, so their results cannot be trusted.",
    level: "offline",
  })
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
