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
  ["unknown names get an address", { first: "one for the unknown", second: "one for the unknown" }],
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
    const { falseOutages, isFound: found, unknown } = await meet({ ...honest, ...fault })
    table.push({
      fault: name,
      false: `${falseOutages.length}`,
      missed: found ? "0" : "1",
      unknown,
    })
    expect({ name, falseOutages, found }).toEqual({ name, falseOutages: [], found: true })
  })
})

/** Faults beside which a real outage can be proved. */
const partial: [fault: string, Partial<Fault>][] = [
  ["one of two name servers says NXDOMAIN", { first: "NXDOMAIN" }],
  ["one of two name servers is silent", { second: "silent" }],
  ["one of two name servers gives one address", { second: "one address" }],
  ["IPv6 is reset", { six: "reset" }],
  ["IPv6 is silent", { six: "mute" }],
  ["TLS over IPv6 is inspected", { six: "inspect" }],
]

describe.concurrent("a part of our own network is at fault", { timeout: 60_000 }, () => {
  test.each(partial)("%s: a true outage is found meanwhile", async (_name, fault) => {
    await using bin = new AsyncDisposableStack()
    const { path, network, targets, checkAll } = await setUp(bin)
    await network.honesty.pulse()
    path.state.fault = { ...honest, ...fault }
    path.state.isDead = true
    await network.honesty.pulse()
    expect(await isFound(checkAll, targets)).toBe(true)
  })

  test("a name that is gone is unknown while name servers give unknown names an address", async () => {
    await using bin = new AsyncDisposableStack()
    const { path, network, targets, checkAll } = await setUp(bin)
    const gone = targets.flatMap((target): Target[] => {
      if (target.kind === "dns") return [{ ...target, host: "gone.fault.test" }]
      const url = `http://gone.fault.test:${path.ports.web}/`
      return target.name === "http by name" && target.kind === "http" ? [{ ...target, url }] : []
    })
    await network.honesty.pulse()
    expect(await checkAll(gone)).toEqual(["offline", "offline"])
    const rewriting = "one for the unknown"
    path.state.fault = { ...honest, first: rewriting, second: rewriting }
    await network.honesty.pulse()
    expect(await checkAll(gone)).toEqual(["unknown", "unknown"])
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
  const { path, network, targets, results, checkAll } = await setUp(bin)
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
  return { falseOutages, isFound: await isFound(checkAll, targets), unknown }
}

/** Monitors of each kind behind one path. */
async function setUp(bin: AsyncDisposableStack) {
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
  return { path, network, targets, results, checkAll }
}

/** Whether the outage of the target that fails is found within four checks. */
async function isFound(
  checkAll: (some: Target[]) => Promise<(string | null)[]>,
  targets: Target[],
): Promise<boolean> {
  const victim = targets.filter(({ name }) => name === "victim")
  for (let tries = 0; tries < 4; tries += 1) {
    if ((await checkAll(victim)).includes("offline")) return true
  }
  return false
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
