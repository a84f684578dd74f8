import { describe, expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { saying } from "../support/findings.ts"
import type { FailureClass } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { judge } from "../../src/probe/judge.ts"
import { failed, noPhases, nothingSeen, type Observation } from "../../src/probe/observation.ts"
import type { Proof } from "../../src/probe/own-network.ts"
import type { Attempt } from "../../src/probe/run.ts"

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
const down = (failureClass: FailureClass) =>
  failed(failureClass, [asWritten(`saw ${failureClass}`)])
const slow: Observation = {
  ...nothingSeen,
  failure: { class: "assertion", findings: [asWritten("slow")], level: "degraded" },
}

type Part = "four" | "six" | "names"
type Options = {
  /** The part of our own network that is down. */
  dead?: Part[]
  /** How many checks of the network fail before it is up again. */
  until?: number
  /** Whether the target has another address. */
  isElsewhere?: boolean
  suspect?: string | null
  isMany?: boolean
  /** Whether the second attempt began beside the first. */
  isBegun?: boolean
  of?: Target
}

const partOf = ({ failure, address }: Observation): Part =>
  failure?.class === "dns_temporary" || failure?.overMs !== undefined
    ? "names"
    : failure?.peers?.[0] === "2001:db8::7" || address?.includes(":")
      ? "six"
      : "four"

/** Judges the given attempts; returns the verdict and the calls made. */
async function judged(
  attempts: Observation[],
  {
    dead = [],
    until = Infinity,
    isElsewhere = false,
    suspect = null,
    isMany,
    isBegun,
    of,
  }: Options = {},
) {
  const asked: string[] = []
  const left = [...attempts]
  let proofs = 0
  const attempt = (name: string): Attempt => {
    asked.push(name)
    const observation = left.shift() ?? nothingSeen
    return { observation, startedAt, fromMs: 0, durationMs: 5 }
  }
  const proofOf = (part: Part): Proof => {
    proofs += 1
    const alive = !dead.includes(part)
    const samples = [{ anchor: "a:1", reachable: alive, durationMs: 1 }]
    const family = part === "six" ? 6 : 4
    if (proofs >= until) dead = []
    return {
      alive,
      isBack: alive || proofs >= until,
      samples,
      part: part === "names" ? "name servers" : family,
    }
  }
  const result = await judge(of ?? target, {
    async attempt() {
      const first = attempt("first")
      return { first, second: isBegun === true ? Promise.resolve(attempt("second")) : null }
    },
    attemptAgain: (over, isWatched) =>
      Promise.resolve(attempt(isWatched ? `${over} watched` : over)),
    isElsewhere: () => isElsewhere,
    suspect,
    attemptSuspect: () => Promise.resolve(attempt("suspect")),
    setSuspect: (isFailing) => void asked.push(isFailing ? "suspected" : "cleared"),
    doubt: () => null,
    checkNetworkFirst() {
      if (isMany !== true) return Promise.resolve(null)
      asked.push("network")
      return Promise.resolve(proofOf("four"))
    },
    prove({ observation }) {
      asked.push("proof")
      return Promise.resolve(proofOf(partOf(observation)))
    },
  })
  const { status, failureClass, attempts: count, findings, warnings } = result
  return { status, failureClass, attempts: count, findings, warnings, asked: asked.join(", ") }
}

describe("a verdict", () => {
  test("of a good attempt needs nothing more", async () => {
    expect(await judged([nothingSeen, down("tls")])).toEqual({
      status: "operational",
      failureClass: null,
      attempts: 1,
      findings: [],
      warnings: [],
      asked: "first",
    })
  })

  test("of a failure that a second attempt refutes is good, and keeps the first attempt", async () => {
    expect(await judged([down("reset"), nothingSeen])).toMatchObject({
      status: "operational",
      attempts: 2,
      asked: "first, others watched",
    })
  })

  test("of a slow response whose name took long counts only while our name servers were up", async () => {
    const late: Observation = {
      ...nothingSeen,
      phases: { ...noPhases, dnsMs: 2000 },
      failure: {
        class: "assertion",
        findings: [asWritten("slow")],
        level: "degraded",
        overMs: 1500,
      },
    }
    const asked = "first, others watched, proof"
    expect(await judged([late, late])).toMatchObject({ status: "degraded", asked })
    expect(await judged([late, late], { dead: ["names"] })).toMatchObject({
      status: "unknown",
      asked,
    })
    // Also without the time of the name it would have been too slow.
    const slower: Observation = { ...late, phases: { ...noPhases, dnsMs: 1000 } }
    expect(await judged([slower, slower], { dead: ["names"] })).toMatchObject({
      status: "degraded",
      asked: "first, others",
    })
  })

  test.each(["http_status", "certificate_days", "truncated", "redirect"] as const)(
    "of %s twice is offline without checking our own network",
    async (failureClass) => {
      const found = await judged([down(failureClass), down(failureClass)], { dead: ["four"] })
      expect(found).toMatchObject({ status: "offline", failureClass, asked: "first, others" })
    },
  )

  test.each([
    "no_route",
    "connect_timeout",
    "connect_refused",
    "reset",
    "timeout",
    "tls",
    "dns_temporary",
  ] as const)(
    "of %s twice is offline only while our own network is up and honest",
    async (failureClass) => {
      const asked = "first, others watched, proof"
      const twice = [down(failureClass), down(failureClass)]
      expect(await judged(twice)).toMatchObject({ status: "offline", failureClass, asked })
      expect(await judged(twice, { dead: ["four", "names"] })).toMatchObject({
        status: "unknown",
        failureClass,
        asked,
      })
    },
  )

  test("of an attempt during which our own network was down needs another attempt", async () => {
    const silent = down("connect_timeout")
    const back = { dead: ["four" as const], until: 1 }
    expect(await judged([silent, silent, nothingSeen], back)).toMatchObject({
      status: "operational",
      attempts: 3,
      asked: "first, others watched, proof, same watched",
    })
    expect(await judged([silent, silent, silent], back)).toMatchObject({
      status: "offline",
      attempts: 3,
      asked: "first, others watched, proof, same watched, proof",
    })
  })

  test("over a flapping network is unknown after four attempts", async () => {
    const silent = Array.from({ length: 9 }, () => down("connect_timeout"))
    const found = await judge(target, {
      attempt: () => Promise.resolve({ first: madeOf(silent.shift()), second: null }),
      attemptAgain: () => Promise.resolve(madeOf(silent.shift())),
      isElsewhere: () => false,
      suspect: null,
      attemptSuspect: () => Promise.resolve(null),
      setSuspect: () => undefined,
      checkNetworkFirst: () => Promise.resolve(null),
      doubt: () => null,
      prove: () => Promise.resolve({ alive: false, isBack: true, samples: [], part: 4 }),
    })
    expect(found).toMatchObject({ status: "unknown", attempts: 4 })
  })

  test("of an internal error is unknown, in whichever attempt it occurred", async () => {
    expect(await judged([down("internal")])).toMatchObject({ status: "unknown", asked: "first" })
    expect(await judged([down("reset"), down("internal")])).toMatchObject({ status: "unknown" })
  })

  test("takes the less severe level of the two attempts", async () => {
    expect(await judged([slow, down("http_status")])).toMatchObject({ status: "degraded" })
    expect(await judged([down("http_status"), slow])).toMatchObject({ status: "degraded" })
    expect(await judged([slow, slow])).toMatchObject({ status: "degraded", attempts: 2 })
  })
})

const madeOf = (observation = nothingSeen): Attempt => ({
  observation,
  startedAt,
  fromMs: 0,
  durationMs: 5,
})
const reached = (address: string, failureClass: FailureClass | null): Observation =>
  failureClass === null
    ? { ...nothingSeen, address }
    : failed(failureClass, [asWritten(`saw ${failureClass}`)], { address })
const four = (failureClass: FailureClass | null) => reached("192.0.2.7", failureClass)
const six = (failureClass: FailureClass | null) => reached("2001:db8::7", failureClass)
const isElsewhere = true

describe("a verdict over two addresses", () => {
  test("trusts two that fail alike", async () => {
    expect(await judged([four("reset"), six("reset")], { isElsewhere })).toMatchObject({
      status: "offline",
      asked: "first, others watched, proof",
    })
    expect(await judged([four("http_status"), six("http_status")], { isElsewhere })).toMatchObject({
      status: "offline",
      attempts: 2,
      asked: "first, others",
    })
    const silent = [four("connect_timeout"), six("connect_timeout")]
    expect(await judged(silent, { isElsewhere })).toMatchObject({
      status: "offline",
      attempts: 2,
      asked: "first, others watched, proof",
    })
  })

  test("retries the one that responded if the other is unreachable", async () => {
    const bad = four("http_status")
    expect(await judged([bad, six("connect_refused"), bad], { isElsewhere })).toEqual({
      status: "offline",
      failureClass: "http_status",
      attempts: 3,
      findings: saying("saw http_status"),
      warnings: [],
      asked: "first, others, same watched",
    })
    expect(
      await judged([four("reset"), six("no_route"), four(null)], { isElsewhere }),
    ).toMatchObject({
      status: "operational",
      attempts: 3,
      warnings: saying("Could not check over IPv6: saw no_route"),
    })
    expect(await judged([six("connect_timeout"), bad, bad], { isElsewhere })).toMatchObject({
      status: "offline",
      attempts: 3,
      asked: "first, others watched, others watched",
    })
    expect(await judged([six("connect_timeout"), bad, four(null)], { isElsewhere })).toMatchObject({
      status: "operational",
    })
  })

  test("returns to the first if our own network lacks the other family", async () => {
    const silent = four("connect_timeout")
    const options: Options = { isElsewhere, dead: ["six"] }
    expect(await judged([silent, six("no_route"), silent], options)).toMatchObject({
      status: "offline",
      asked: "first, others watched, proof, same watched, proof",
    })
  })

  test("of a target that works over one address is degraded, and names the other", async () => {
    const bad = four("http_status")
    expect(await judged([bad, six(null), bad], { isElsewhere })).toEqual({
      status: "degraded",
      failureClass: "http_status",
      attempts: 3,
      findings: saying("Works over IPv6 (2001:db8::7) but not over IPv4: saw http_status"),
      warnings: [],
      asked: "first, others, same watched, suspected",
    })
    expect(await judged([six("reset"), four(null), six("reset")], { isElsewhere })).toMatchObject({
      status: "degraded",
      asked: "first, others watched, same watched, proof, suspected",
    })
    const near = reached("192.0.2.8", null)
    expect(await judged([four("reset"), near, four("reset")], { isElsewhere })).toMatchObject({
      findings: saying("Works over 192.0.2.8 but not over 192.0.2.7: saw reset"),
    })
  })

  test("that differ for a moment, or because of our own network, is no failure", async () => {
    expect(await judged([four("reset"), six(null), four(null)], { isElsewhere })).toMatchObject({
      status: "operational",
      attempts: 3,
      warnings: [],
    })
    const options: Options = { isElsewhere, dead: ["six"] }
    expect(await judged([six("reset"), four(null), six("reset")], options)).toMatchObject({
      status: "operational",
      warnings: saying(/^Our own network over IPv6 was not up the whole time/),
    })
  })
})

describe("a verdict about an address that failed in the last check", () => {
  const suspect = "2001:db8::7"

  test("retries it alone once the others work", async () => {
    expect(await judged([four(null), six("connect_timeout")], { suspect })).toEqual({
      status: "degraded",
      failureClass: "connect_timeout",
      attempts: 2,
      findings: saying("Works over IPv4 (192.0.2.7) but not over IPv6: saw connect_timeout"),
      warnings: [],
      asked: "first, suspect, proof",
    })
    expect(await judged([four(null), six(null)], { suspect })).toMatchObject({
      status: "operational",
      attempts: 1,
      asked: "first, suspect, cleared",
    })
    expect(await judged([four("tls"), four("tls")], { suspect })).toMatchObject({
      status: "offline",
      asked: "first, others watched, proof",
    })
  })

  test("needs no proof for what our own network cannot cause, and counts no error of our own", async () => {
    const options: Options = { suspect, dead: ["six"] }
    expect(await judged([four(null), six("http_status")], options)).toMatchObject({
      status: "degraded",
      asked: "first, suspect",
    })
    expect(await judged([four(null), six("internal")], { suspect })).toMatchObject({
      status: "operational",
      warnings: [],
      asked: "first, suspect",
    })
  })

  test("never counts what a missing family of our own caused", async () => {
    const options: Options = { suspect, dead: ["six"] }
    expect(await judged([four(null), six("no_route")], options)).toMatchObject({
      status: "operational",
      warnings: saying(/IPv6 was not up the whole time.*saw no_route/),
    })
  })
})

describe("a verdict about a target without IPv4 on a machine without IPv6", () => {
  test("is unknown, with a clear reason", async () => {
    const away: Observation = {
      ...nothingSeen,
      failure: {
        class: "no_route",
        findings: [asWritten("No way.")],
        level: "offline",
        peers: ["2001:db8::7"],
      },
    }
    expect(await judged([away, away], { dead: ["six"] })).toMatchObject({
      status: "unknown",
      attempts: 2,
      findings: saying(
        "Inconclusive: none of 1 IPv6 egress anchors answered either; this machine may have no IPv6. The check itself: No way.",
      ),
    })
  })
})

describe("a verdict among many simultaneous failures", () => {
  test("checks our own network first, and makes no second attempt while it is down", async () => {
    const options: Options = { dead: ["four"], isMany: true }
    expect(await judged([down("connect_timeout"), nothingSeen], options)).toMatchObject({
      status: "unknown",
      attempts: 1,
      asked: "first, network",
    })
  })

  test("waits for a second attempt that has begun", async () => {
    const options: Options = { dead: ["four"], isMany: true, isBegun: true }
    expect(await judged([down("connect_timeout"), nothingSeen], options)).toMatchObject({
      status: "operational",
      asked: "first, second",
    })
  })

  test("is unchanged if the network is up or could not be the cause", async () => {
    expect(await judged([down("reset"), down("reset")], { isMany: true })).toMatchObject({
      status: "offline",
      asked: "first, network, others watched, proof",
    })
    const options: Options = { dead: ["four"], isMany: true }
    expect(await judged([down("truncated"), down("truncated")], options)).toMatchObject({
      status: "offline",
      asked: "first, others",
    })
  })
})
