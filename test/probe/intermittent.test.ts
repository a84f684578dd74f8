import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { saying } from "../support/findings.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { alwaysProved } from "../../src/probe/kinds/heartbeat.ts"
import { createChecker } from "../../src/probe/check-target.ts"
import { createIntermittent } from "../../src/probe/intermittent.ts"
import { conclude } from "../../src/probe/conclude.ts"
import { failed, nothingSeen, type Observation } from "../../src/probe/observation.ts"
import type { Attempt } from "../../src/probe/run.ts"
import { listenHttp } from "../support/listeners.ts"
import { httpTarget } from "../support/prober.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()

/** A monitor of a server that answers each connection by the next letter: "." well, "X" with 503; then well. */
async function monitor(letters: string, more: Partial<Target<"http">> = {}) {
  const left = letters.replaceAll(" ", "").split("")
  const { port } = await listenHttp((_request, response) => {
    response.writeHead(left.shift() === "X" ? 503 : 200).end()
  })
  const target = httpTarget(`http://127.0.0.1:${port}/`, more)
  const now = new Date()
  const check = createChecker(
    world.services,
    alwaysProved(() => now),
  )
  return async () => {
    const result = await check(target)
    if (result === null) throw new Error("there was nothing to judge")
    return result
  }
}

async function statuses(letters: string, checks: number): Promise<string> {
  const check = await monitor(letters)
  const seen: string[] = []
  for (let count = 0; count < checks; count += 1) seen.push((await check()).status)
  return seen.join(" ").replaceAll("operational", "up").replaceAll("offline", "down")
}

test("one of two backends is dead: degraded, with how often and why", async () => {
  const check = await monitor("X. X. X. X.")
  expect([(await check()).status, (await check()).status]).toEqual(["operational", "operational"])
  expect(await check()).toMatchObject({
    status: "degraded",
    failureClass: "http_status",
    findings: saying(
      "Every second connection fails (3 of the last 6). The last failure: Got 503, expected 200–299.",
    ),
    attempts: 2,
    firstAttempt: { failureClass: "http_status" },
  })
  const { evidence, httpStatus } = await check()
  expect(evidence?.head).toMatch(/^HTTP\/1\.1 503/)
  expect(httpStatus).toBe(200)
})

test("neither a good check nor one that fails whole by chance changes that", async () => {
  // The fifth check fails twice, and a further attempt works.
  expect(await statuses("X. X. X. . XX. X. .", 7)).toBe(
    "up up degraded degraded degraded degraded degraded",
  )
})

test("it is over after six good checks", async () => {
  expect(await statuses("X. X. X.", 10)).toBe(
    "up up degraded degraded degraded degraded degraded degraded up up",
  )
})

test("an outage is one all the same, from its first check on", async () => {
  expect(await statuses("X. X. X. XXXX XXXX XXXX", 6)).toBe("up up degraded down down down")
  expect(await statuses("XX XX XX XX", 6)).toBe("down down down down up up")
})

test("failures now and then are no pattern", async () => {
  expect(await statuses("X. . . . X. . . . . X.", 10)).toBe("up up up up up up up up up up")
})

const attemptOf = (observation: Observation): Attempt => ({
  observation,
  startedAt: new Date(),
  fromMs: 0,
  durationMs: 1,
})

test("failures that our own network may have caused make no pattern", async () => {
  const target = httpTarget("http://shop.example/")
  const bad = attemptOf(
    failed("reset", [asWritten("The server closed the connection without a response.")]),
  )
  const good = attemptOf(nothingSeen)
  const run = async (isProven: boolean) => {
    const intermittent = createIntermittent()
    const seen: string[] = []
    for (let count = 0; count < 4; count += 1) {
      const result = conclude(target, [bad, good], null)
      const weighed = await intermittent.weigh(target, result, {
        made: [bad, good],
        attemptAgain: () => Promise.resolve(good),
        isProven: () => Promise.resolve(isProven),
      })
      seen.push(`${weighed.status} ${intermittent.isSuspicious(target)}`)
    }
    return seen
  }
  expect(await run(false)).toEqual([
    "operational false",
    "operational true",
    "operational true",
    "operational true",
  ])
  expect((await run(true)).slice(2)).toEqual(["degraded true", "degraded true"])
})
