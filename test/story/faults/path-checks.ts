import { said } from "../../support/findings.ts"
import { newMachine } from "../../../src/graphql/monitoring/check/rules/check-state.ts"
import type { CheckResult } from "../../../src/graphql/monitoring/check/rules/check-result.ts"
import { transition } from "../../../src/graphql/monitoring/check/rules/transition.ts"
import type { Target } from "../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { systemClock } from "../../../src/platform/clock.ts"
import { createChecker } from "../../../src/probe/check-target.ts"
import { alwaysProved } from "../../../src/probe/kinds/heartbeat.ts"
import { createOwnNetwork } from "../../../src/probe/own-network.ts"
import { httpTarget, tcpTarget, tlsTarget } from "../../support/prober.ts"
import { honest, openPath, type Hosts, type Path } from "./dishonest.ts"
import { servicesWithoutDatabase } from "./services.ts"

/** A fault between a prober and everything that it asks. */
export type Switch = { begin(path: Path): Promise<void>; end(path: Path): Promise<void> }

export type Met = {
  /** What was declared for targets that were well, at thresholds 1 and 2. */
  falseOutages: string[]
  /** Whether a real outage was found afterwards. */
  isFound: boolean
  /** Names of the targets that were unknown meanwhile. */
  unknown: string
}

/** Checks monitors of each kind before and during a fault; then one target really fails. */
export async function meet({ begin, end }: Switch, hosts?: Hosts): Promise<Met> {
  await using bin = new AsyncDisposableStack()
  const { path, network, targets, results, checkAll } = await setUp(bin, hosts)
  await network.honesty.pulse()
  // A busy machine may stall this process, which makes checks unknown.
  for (let tries = 0; ; tries += 1) {
    const before = await checkAll(targets)
    if (before.every((status) => status === "operational")) break
    if (tries === 5) throw new Error(`before: ${before.join()}`)
  }
  await begin(path)
  await network.honesty.pulse()
  await checkAll(targets)
  await checkAll(targets)
  const falseOutages = targets.flatMap(({ name }) => outagesOf(name, results.get(name) ?? []))
  const unknown = targets
    .filter(({ name }) => results.get(name)?.at(-1)?.status === "unknown")
    .map(({ name }) => name)
    .join(", ")

  await end(path)
  path.state.isDead = true
  await network.honesty.pulse()
  return { falseOutages, isFound: await isFound(checkAll, targets), unknown }
}

/** Checks the target that fails as soon as it is made to, while all else is well. */
export async function meetOutage(begin: Switch["begin"], hosts: Hosts): Promise<Met> {
  await using bin = new AsyncDisposableStack()
  const { path, network, targets, checkAll } = await setUp(bin, hosts)
  await network.honesty.pulse()
  await begin(path)
  return { falseOutages: [], isFound: await isFound(checkAll, targets), unknown: "" }
}

/** Monitors of each kind behind one path. */
export async function setUp(bin: AsyncDisposableStack, hosts?: Hosts) {
  const path = await openPath(bin, hosts)
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
  const services = servicesWithoutDatabase({
    RESOLVERS: path.servers.join(","),
    EGRESS_ANCHORS: path.anchors.join(","),
    REACHABLE_RANGES: "127.0.0.0/8,::1/128,fd00::/64",
  })
  const check = createChecker(services, alwaysProved(systemClock.now), network)
  const targets = targetsOf(path)
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
export async function isFound(
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
      return isOutage ? [`${name} (threshold ${failureThreshold}): ${said(seen)}`] : []
    })
  })
}

function targetsOf({ four, six, other, ports }: Path): Target[] {
  const common = { timeoutSeconds: 1, intervalSeconds: 5 }
  const named = (name: string, host = four) => ({ ...common, name, host })
  const { port: _, ...bare } = tcpTarget(ports.web, common)
  const dns: Target<"dns"> = {
    ...bare,
    kind: "dns",
    host: "one.fault.test",
    recordType: "A",
    resolver: null,
    expectedValues: ["192.0.2.1"],
  }
  const serverName = "shop.fault.test"
  const all: Target[] = [
    httpTarget(`http://${four}:${ports.web}/`, { ...common, name: "http" }),
    httpTarget(`http://shop.fault.test:${ports.web}/`, { ...common, name: "http by name" }),
    httpTarget(`http://both.fault.test:${ports.both}/`, { ...common, name: "http over both" }),
    tlsTarget(ports.four, named("tls")),
    tlsTarget(ports.six, { ...named("tls over IPv6", six), serverName }),
    tcpTarget(ports.web, named("tcp")),
    tcpTarget(ports.six, named("tcp over IPv6", six)),
    { ...dns, name: "dns" },
    { ...dns, resolver: other, name: "dns of a server" },
    { ...bare, ...named("ping"), kind: "ping" },
    { ...bare, ...named("ping over IPv6", six), kind: "ping" },
    tlsTarget(ports.victim, named("victim")),
  ]
  return all.map((target, seq) => ({
    ...target,
    monitorId: `0190f5fe-0000-7000-8000-${String(seq).padStart(12, "0")}`,
    monitorSeq: seq,
  }))
}

/** A fault that the path itself makes. */
export const bySetting = (fault: Partial<Path["state"]["fault"]>): Switch => ({
  async begin({ state }) {
    state.fault = { ...honest, ...fault }
  },
  async end({ state }) {
    state.fault = honest
  },
})
