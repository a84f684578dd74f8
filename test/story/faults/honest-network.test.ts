import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newMachine } from "../../../src/graphql/monitoring/check/rules/check-state.ts"
import type { CheckResult } from "../../../src/graphql/monitoring/check/rules/check-result.ts"
import { transition } from "../../../src/graphql/monitoring/check/rules/transition.ts"
import type { Target } from "../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { systemClock } from "../../../src/platform/clock.ts"
import { alwaysProved } from "../../../src/probe/kinds/heartbeat.ts"
import { createChecker } from "../../../src/probe/check-target.ts"
import { createOwnNetwork } from "../../../src/probe/own-network.ts"
import { httpTarget, tcpTarget, tlsTarget } from "../../support/prober.ts"
import { testEnv, useWorld } from "../../support/world.ts"
import { authority, honest, openPath, type Fault } from "./dishonest.ts"

/** Faults of our own network in which packets still pass; cuts.test.ts drops them. */
const faults: [fault: string, Partial<Fault>][] = [
  ["a firewall of ours resets", { four: "reset", six: "reset", plain: "reset" }],
  ["a middlebox accepts and is silent", { four: "mute", six: "mute", plain: "mute" }],
  ["large packets are dropped", { four: "mute", six: "mute" }],
  ["IPv6 alone is reset", { six: "reset" }],
  ["a portal on 80 and 443", { four: "portal", six: "portal", plain: "portal" }],
  ["a portal on 80", { plain: "portal" }],
  ["TLS is inspected", { four: "inspect", six: "inspect" }],
  ["our clock is wrong", { four: "out of date", six: "out of date" }],
  ["name servers are silent", { first: "silent", second: "silent" }],
  ["name servers say SERVFAIL", { first: "SERVFAIL", second: "SERVFAIL" }],
  ["name servers say REFUSED", { first: "REFUSED", second: "REFUSED" }],
  ["name servers say NXDOMAIN", { first: "NXDOMAIN", second: "NXDOMAIN" }],
  ["name servers answer nothing", { first: "empty", second: "empty" }],
  ["one address for all names", { first: "one address", second: "one address" }],
  ["one of two name servers says NXDOMAIN", { first: "NXDOMAIN" }],
  ["one of two name servers gives one address", { second: "one address" }],
]
const world = useWorld()
const trusted = getCACertificates("default")
beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
const table: Record<string, string>[] = []

describe.concurrent("our own network is up and not honest", { timeout: 150_000 }, () => {
  test.each(faults)("%s: no false outage, and a true one is found", async (name, fault) => {
    const { falseOutages, isFound, unknown } = await meet({ ...honest, ...fault })
    table.push({
      fault: name,
      false: `${falseOutages.length}`,
      missed: isFound ? "0" : "1",
      unknown,
    })
    expect({ name, falseOutages, isFound }).toEqual({ name, falseOutages: [], isFound: true })
  })
})

test("the table of faults", () => {
  const lines = table.map((row) => `| ${Object.values(row).join(" | ")} |`)
  process.stdout.write(`| fault | false | missed | unknown |\n${lines.join("\n")}\n`)
  expect(table).toHaveLength(faults.length)
})

/** Checks monitors of each kind before, during and after a fault; then one target really fails. */
async function meet(fault: Fault) {
  await using bin = new AsyncDisposableStack()
  const path = await openPath(bin)
  const { services } = world
  const network = createOwnNetwork({
    anchors: path.anchors,
    ca: path.authority,
    servers: path.servers,
    names: [
      { name: ".", addresses: [] },
      { name: "one.fault.test", addresses: ["192.0.2.1"] },
      { name: "two.fault.test", addresses: ["192.0.2.2"] },
    ],
    pages: [{ url: path.page, status: 200, body: "open" }],
    clock: systemClock,
    // Without interfaces no target is near: loopback stands for the internet.
    interfaces: () => ({}),
  })
  const env = { ...testEnv, RESOLVERS: path.servers, EGRESS_ANCHORS: path.anchors }
  const { now } = systemClock
  const check = createChecker({ ...services, env }, alwaysProved(now), network)
  const targets = targetsOf(path.ports)
  const results = new Map(targets.map(({ name }) => [name, [] as CheckResult[]]))
  const checkAll = (some: Target[]) =>
    Promise.all(
      some.map(async (target) => {
        const result = await check(target)
        if (result !== null) results.get(target.name)?.push(result)
        return result?.status ?? null
      }),
    )

  await network.honesty.pulse()
  await checkAll(targets)
  path.state.fault = fault
  await network.honesty.pulse()
  await checkAll(targets)
  await checkAll(targets)
  const falseOutages = targets.flatMap(({ name }) => outagesOf(name, results.get(name) ?? []))
  const unknown = targets
    .filter(({ name }) => results.get(name)?.at(-1)?.status === "unknown")
    .map(({ name }) => name)
    .join(", ")

  path.state.fault = honest
  path.state.isDead = true
  await network.honesty.pulse()
  const victim = targets.filter(({ name }) => name === "victim")
  let isFound = false
  for (let tries = 0; tries < 4 && !isFound; tries += 1) {
    isFound = (await checkAll(victim)).includes("offline")
  }
  return { falseOutages, isFound, unknown }
}

/** Failure thresholds 1 and 2. */
function outagesOf(name: string, checks: CheckResult[]): string[] {
  return [1, 2].flatMap((failureThreshold) => {
    const policy = { failureThreshold, recoveryThreshold: 1, flapWindowMinutes: 10, silence: null }
    let machine = newMachine()
    return checks.flatMap((seen) => {
      const next = transition(machine, seen, policy)
      machine = next.machine
      const isOutage = next.decision === "declared" || next.decision === "reopened"
      return isOutage ? [`${name} (threshold ${failureThreshold}): ${seen.reason}`] : []
    })
  })
}

type Ports = Awaited<ReturnType<typeof openPath>>["ports"]

function targetsOf({ web, four, six, victim }: Ports): Target[] {
  const common = { timeoutSeconds: 1, intervalSeconds: 5 }
  const named = (name: string) => ({ ...common, name })
  const { port: _, ...bare } = tcpTarget(web, common)
  const all: Target[] = [
    httpTarget(`http://127.0.0.1:${web}/`, named("http")),
    httpTarget(`http://shop.fault.test:${web}/`, named("http by name")),
    tlsTarget(four, named("tls")),
    tlsTarget(six, { ...named("tls over IPv6"), host: "::1", serverName: "shop.fault.test" }),
    tcpTarget(web, named("tcp")),
    {
      ...bare,
      kind: "dns",
      host: "one.fault.test",
      recordType: "A",
      resolver: null,
      expectedValues: ["192.0.2.1"],
      name: "dns",
    },
    tlsTarget(victim, named("victim")),
  ]
  return all.map((target, seq) => ({
    ...target,
    monitorId: `0190f5fe-0000-7000-8000-${String(seq).padStart(12, "0")}`,
    monitorSeq: seq,
  }))
}
