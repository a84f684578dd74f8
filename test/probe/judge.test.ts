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
async function verdict(
  first: Observation,
  second: Observation,
  isLineAlive = true,
  areNamesAlive = true,
) {
  const asked: string[] = []
  const attempt = (name: string, observation: Observation) => () => {
    asked.push(name)
    return Promise.resolve({ observation, startedAt, durationMs: 5 })
  }
  const result = await judge(target, {
    attempt: attempt("first", first),
    attemptAgain: attempt("second", second),
    checkLineFirst: () => Promise.resolve(null),
    checkEgress: () => {
      asked.push("egress")
      const samples = [{ anchor: "192.0.2.1:443", reachable: isLineAlive, durationMs: 3 }]
      return Promise.resolve({ alive: isLineAlive, samples })
    },
    checkNameServers: () => {
      asked.push("names")
      return Promise.resolve({ alive: areNamesAlive, samples: [] })
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

  test("of a name that nobody could resolve is offline only while our own name servers answer", async () => {
    const failure = down("dns_temporary")
    const asked = "first second egress names"
    expect(await verdict(failure, failure)).toMatchObject({ status: "offline", asked })
    expect(await verdict(failure, failure, true, false)).toMatchObject({ status: "unknown", asked })
    expect(await verdict(failure, failure, false)).toMatchObject({ status: "unknown", egress: 1 })
  })

  test.each(["no_route", "connect_timeout", "reset"] as const)(
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

const reached = (address: string, failureClass: FailureClass | null): Observation =>
  failureClass === null
    ? { ...nothingSeen, address }
    : failed(failureClass, `saw ${failureClass}`, { address })
const four = (failureClass: FailureClass | null) => reached("192.0.2.7", failureClass)
const six = (failureClass: FailureClass | null) => reached("2001:db8::7", failureClass)

/** Judges as many looks as are given; `dead` names the families whose anchors are silent. */
async function judged(
  looks: Observation[],
  dead: (4 | 6)[] = [],
  { isMany = false, of = target } = {},
) {
  const asked: string[] = []
  const line = (name: string) => (family: 4 | 6 | null) => {
    asked.push(`${name} ${family}`)
    const alive = family === null ? dead.length === 0 : !dead.includes(family)
    return Promise.resolve({ alive, samples: [{ anchor: "a:1", reachable: alive, durationMs: 1 }] })
  }
  const left = [...looks]
  const look = (name: string) => {
    asked.push(name)
    return Promise.resolve({ observation: left.shift() ?? nothingSeen, startedAt, durationMs: 5 })
  }
  const result = await judge(of, {
    attempt: () => look("first"),
    attemptAgain: (prefer) => look(`again ${prefer}`),
    checkLineFirst: (family) => (isMany ? line("line first")(family) : Promise.resolve(null)),
    checkEgress: line("egress"),
    checkNameServers: () => Promise.resolve({ alive: true, samples: [] }),
  })
  const { status, attempts, reason, warnings } = result
  return { status, attempts, reason, warnings, asked: asked.join(", ") }
}

describe("a judgement over two address families", () => {
  test("asks the other family, and believes two that fail", async () => {
    expect(await judged([four("reset"), six("reset")])).toMatchObject({
      status: "offline",
      asked: "first, again 6, egress 6",
    })
    expect(await judged([four("http_status"), six("http_status")])).toMatchObject({
      status: "offline",
      attempts: 2,
      asked: "first, again 6",
    })
  })

  test("takes a look over a family that this machine lacks for no look at all", async () => {
    expect(await judged([four("http_status"), six("no_route"), four("http_status")], [6])).toEqual({
      status: "offline",
      attempts: 3,
      reason: "saw http_status",
      warnings: [],
      asked: "first, again 6, again 4",
    })
    expect(await judged([four("reset"), six("no_route"), four(null)], [6])).toMatchObject({
      status: "operational",
      attempts: 3,
      warnings: ["IPv6 was of no use: saw no_route"],
    })
    expect(await judged([four("tls"), six("reset"), four("tls")], [6])).toMatchObject({
      status: "offline",
      asked: "first, again 6, egress 6, again 4",
    })
    expect(await judged([four("reset"), six("internal"), four("reset")])).toMatchObject({
      status: "offline",
      asked: "first, again 6, again 4, egress 4",
    })
  })

  test("calls a target that works over one family only degraded, and names the other", async () => {
    expect(await judged([four("http_status"), six(null), four("http_status")])).toEqual({
      status: "degraded",
      attempts: 3,
      reason: "It works over IPv6 (2001:db8::7) but not over IPv4: saw http_status",
      warnings: [],
      asked: "first, again 6, again 4",
    })
    expect(await judged([six("reset"), four(null), six("reset")])).toMatchObject({
      status: "degraded",
      asked: "first, again 4, again 6, egress 6",
    })
  })

  test("that differ for a moment, or for want of our own line, are no failure", async () => {
    expect(await judged([four("reset"), six(null), four(null)])).toMatchObject({
      status: "operational",
      attempts: 3,
      warnings: [],
    })
    expect(await judged([six("reset"), four(null), six("reset")], [6])).toEqual({
      status: "operational",
      attempts: 3,
      reason: null,
      warnings: ["Our own line over IPv6 is dead, so only IPv4 was looked at."],
      asked: "first, again 4, again 6, egress 6",
    })
  })

  test("of a name server's answers are none of the target's families", async () => {
    const { assertions: _, ...common } = target
    const of: Target = {
      ...common,
      kind: "dns",
      host: "shop.example",
      recordType: "A",
      resolver: null,
      expectedValues: [],
      assertions: [],
    }
    expect(await judged([four("dns_answer"), six(null)], [], { of })).toMatchObject({
      status: "operational",
      attempts: 2,
      asked: "first, again null",
    })
  })

  test("of a target without IPv4 on a machine without IPv6 is unknown, in clear words", async () => {
    const away: Observation = {
      ...nothingSeen,
      failure: { class: "no_route", reason: "No way.", level: "offline", family: 6 },
    }
    expect(await judged([away, away], [6])).toEqual({
      status: "unknown",
      attempts: 2,
      reason:
        "We could not see: none of 1 IPv6 egress anchors answered either; this machine may have no IPv6 at all. What the check met: No way.",
      warnings: [],
      asked: "first, again 4, egress 6",
    })
  })
})

describe("a judgement among many failures of one moment", () => {
  test("asks for our own line first, and makes no second look where it is dead", async () => {
    expect(
      await judged([down("connect_timeout"), nothingSeen], [4], { isMany: true }),
    ).toMatchObject({
      status: "unknown",
      attempts: 1,
      asked: "first, line first null",
    })
  })

  test("goes on as ever where the line is alive, or where no line could be the cause", async () => {
    expect(await judged([down("reset"), down("reset")], [], { isMany: true })).toMatchObject({
      status: "offline",
      asked: "first, line first null, again null, egress null",
    })
    expect(await judged([down("tls"), down("tls")], [4], { isMany: true })).toMatchObject({
      status: "offline",
      asked: "first, again null",
    })
  })
})
