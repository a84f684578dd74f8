import { describe, expect, test } from "vitest"
import type { FailureClass } from "../../src/graphql/check/result.ts"
import type { Target } from "../../src/graphql/monitor/target.ts"
import { judge } from "../../src/probe/judge.ts"
import type { Observation } from "../../src/probe/observation.ts"
import { failed, nothingSeen } from "../../src/probe/observation.ts"

const target: Target = {
  monitorId: "0199aaaa-0000-7000-8000-000000000000",
  monitorSeq: 1,
  projectId: "0199aaaa-0000-7000-8000-000000000001",
  name: "Shop",
  intervalSeconds: 60,
  timeoutSeconds: 10,
  checkRequestedAt: null,
  kind: "tcp",
  host: "127.0.0.1",
  port: 80,
  assertions: [],
}
const startedAt = new Date("2026-11-21T09:00:00Z")
const down = (failureClass: FailureClass) => failed(failureClass, `saw ${failureClass}`)
const slow: Observation = {
  ...nothingSeen,
  failure: { class: "assertion", reason: "slow", level: "degraded" },
}

/** Judges two looks; tells the verdict and what was asked for on the way. */
async function verdict(first: Observation, second: Observation, isLineAlive = true) {
  const asked: string[] = []
  const attempt = (name: string, observation: Observation) => () => {
    asked.push(name)
    return Promise.resolve({ observation, startedAt, durationMs: 5 })
  }
  const result = await judge(target, {
    attempt: attempt("first", first),
    attemptAgain: attempt("second", second),
    checkEgress: () => {
      asked.push("egress")
      const samples = [{ anchor: "192.0.2.1:443", reachable: isLineAlive, durationMs: 3 }]
      return Promise.resolve({ alive: isLineAlive, samples })
    },
  })
  const { status, failureClass, attempts, egress } = result
  return { status, failureClass, attempts, egress: egress?.length ?? 0, asked: asked.join(" ") }
}

describe("a judgement", () => {
  test("of a good look asks for nothing more", async () => {
    expect(await verdict(nothingSeen, down("tls"))).toEqual({
      status: "operational",
      failureClass: null,
      attempts: 1,
      egress: 0,
      asked: "first",
    })
  })

  test("of a failure that a second look refutes is good, and remembers the first", async () => {
    expect(await verdict(down("reset"), nothingSeen)).toMatchObject({
      status: "operational",
      attempts: 2,
      asked: "first second",
    })
  })

  test.each([
    "connect_refused",
    "http_status",
    "tls",
    "timeout",
    "truncated",
    "dns_missing",
  ] as const)("of %s twice is offline without asking for our own line", async (failureClass) => {
    expect(await verdict(down(failureClass), down(failureClass), false)).toMatchObject({
      status: "offline",
      failureClass,
      asked: "first second",
    })
  })

  test.each(["dns_temporary", "no_route", "connect_timeout", "reset"] as const)(
    "of %s twice is offline only while our own line is alive",
    async (failureClass) => {
      const asked = "first second egress"
      expect(await verdict(down(failureClass), down(failureClass), true)).toMatchObject({
        status: "offline",
        failureClass,
        egress: 1,
        asked,
      })
      expect(await verdict(down(failureClass), down(failureClass), false)).toMatchObject({
        status: "unknown",
        failureClass,
        egress: 1,
        asked,
      })
    },
  )

  test("of a fault of our own is unknown, whichever look met it", async () => {
    expect(await verdict(down("internal"), nothingSeen)).toMatchObject({
      status: "unknown",
      asked: "first",
    })
    expect(await verdict(down("reset"), down("internal"))).toMatchObject({ status: "unknown" })
  })

  test("agrees on the lesser level of the two looks", async () => {
    expect(await verdict(slow, down("http_status"))).toMatchObject({ status: "degraded" })
    expect(await verdict(down("http_status"), slow)).toMatchObject({ status: "degraded" })
    expect(await verdict(slow, slow)).toMatchObject({ status: "degraded", attempts: 2 })
  })
})
