import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { asWritten } from "../../../../src/findings/finding.ts"
import {
  newMachine,
  type Machine,
} from "../../../../src/graphql/monitoring/check/rules/check-state.ts"
import { transition } from "../../../../src/graphql/monitoring/check/rules/transition.ts"
import type { Target } from "../../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { httpTarget, tcpTarget } from "../../../support/prober.ts"
import { makeNetwork, type Network, type Part } from "./network.ts"
import type { Orders, Report } from "./prober.ts"

/** How our own network fails and recovers. */
export type Cut = {
  name: string
  /** Alternating times down and up; it ends up. */
  awayMs: number
  backMs: number
  times: number
  parts: Part[] | "unplugged"
}

export type Outcome = {
  checks: number
  unknown: number
  /** Outages declared for healthy targets, by failure threshold. */
  falseOutages: Record<number, number>
  /** The reason of each false outage. */
  words: string[]
  /** From the end of the cut until the real outage was found; null if it was missed. */
  foundAfterMs: number | null
}

const intervalSeconds = 5
const thresholds = [1, 2, 3]
/** Before the cut, so that every monitor has been checked. */
const settleMs = 7000
/** The slowest check, then one interval, then the slowest again. */
const maxFindMs = 40_000
const prober = fileURLToPath(new URL("./prober.ts", import.meta.url))

/**
 * Cuts a network with 36 healthy monitors and one whose host really goes down during the cut.
 *
 * @param timeouts of the healthy monitors, three, in seconds.
 */
export async function runCut(
  cut: Cut,
  index: number,
  timeouts: readonly number[],
): Promise<Outcome> {
  await using bin = new AsyncDisposableStack()
  const network = await makeNetwork(bin, index, 3)
  const targets = targetsOf(network, timeouts)
  const reports: Report[] = []
  const child = startProber(bin, network, targets)
  child.on("message", (message) => void reports.push(message as Report))
  await sleep(settleMs)
  const unwell = reports.filter(({ status }) => status !== "operational")
  if (unwell.length > 0)
    throw new Error(`not operational before the cut: ${JSON.stringify(unwell[0])}`)

  const [, , victim] = network.shops
  for (let time = 0; time < cut.times; time += 1) {
    await away(network, cut.parts)
    if (time === 0) await victim?.die()
    await sleep(cut.awayMs)
    await back(network, cut.parts)
    if (time < cut.times - 1) await sleep(cut.backMs)
  }
  const endedMs = performance.now()
  const isFound = () => reports.some((one) => isVictim(one) && one.status === "offline")
  while (!isFound() && performance.now() - endedMs < maxFindMs) await sleep(50)
  const foundAfterMs = isFound() ? performance.now() - endedMs : null
  // Checks that started during the cut have ended by then.
  await sleep(Math.max(0, settleMs - (foundAfterMs ?? maxFindMs)))
  const healthy = reports.filter((one) => !isVictim(one))
  return {
    checks: healthy.length,
    unknown: healthy.filter(({ status }) => status === "unknown").length,
    ...countOutages(healthy),
    foundAfterMs,
  }
}

const isVictim = ({ name }: Report) => name.startsWith("victim")
const away = (network: Network, parts: Cut["parts"]) =>
  parts === "unplugged" ? network.unplug() : network.cut(parts)
const back = (network: Network, parts: Cut["parts"]) =>
  parts === "unplugged" ? network.plug() : network.restore(parts)

/** Monitors of every kind and address family with each timeout, and one that goes down. */
function targetsOf(network: Network, timeouts: readonly number[]): Target[] {
  const { port, shops } = network
  const [first, second, victim] = shops
  if (first === undefined || second === undefined || victim === undefined) {
    throw new Error("three shops are monitored")
  }
  const healthy = timeouts.flatMap((timeoutSeconds): Target[] =>
    [first, second].flatMap(({ name: host, four, six }): Target[] => {
      const common = { timeoutSeconds, intervalSeconds }
      const name = (kind: string) => `${kind} ${host} ${timeoutSeconds} s`
      const { port: _, ...bare } = tcpTarget(port, common)
      return [
        httpTarget(`http://${host}:${port}/`, { ...common, name: name("name") }),
        httpTarget(`http://${four}:${port}/`, { ...common, name: name("http 4") }),
        httpTarget(`http://[${six}]:${port}/`, { ...common, name: name("http 6") }),
        tcpTarget(port, { ...common, host, name: name("tcp") }),
        { ...bare, kind: "ping", host, name: name("ping") },
        {
          ...bare,
          kind: "dns",
          host,
          recordType: "A",
          resolver: null,
          expectedValues: [four],
          name: name("dns"),
        },
      ]
    }),
  )
  const url = `http://${victim.name}:${port}/`
  const outage = httpTarget(url, { timeoutSeconds: 3, intervalSeconds, name: "victim" })
  return [...healthy, outage].map((target, seq) => ({
    ...target,
    monitorId: `0190f5fe-0000-7000-8000-${String(seq).padStart(12, "0")}`,
    monitorSeq: seq,
  }))
}

function startProber(bin: AsyncDisposableStack, network: Network, targets: Target[]) {
  const { enter, anchors, resolver, ranges } = network
  const quiet = "--disable-warning=ExperimentalWarning"
  const child = spawn(enter.program, [...enter.words, process.execPath, quiet, prober], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  bin.defer(async () => {
    if (child.exitCode !== null) return
    child.kill("SIGKILL")
    await once(child, "exit")
  })
  const orders: Orders = { targets, anchors, resolver, ranges }
  child.send(orders)
  return child
}

/** What the state machine makes of the checks, with each threshold. */
function countOutages(reports: Report[]): Pick<Outcome, "falseOutages" | "words"> {
  const falseOutages: Record<number, number> = {}
  const words: string[] = []
  for (const failureThreshold of thresholds) {
    const machines = new Map<string, Machine>()
    let declared = 0
    for (const { name, status, reason, startedAtMs } of reports) {
      const seen = {
        status,
        findings: reason === null ? [] : [asWritten(reason)],
        startedAt: new Date(startedAtMs),
        failureClass: null,
        address: null,
        attempts: 1,
        firstAttempt: null,
        egress: null,
      }
      const policy = {
        failureThreshold,
        recoveryThreshold: 1,
        flapWindowMinutes: 10,
        silence: null,
      }
      const { machine, decision } = transition(machines.get(name) ?? newMachine(), seen, policy)
      machines.set(name, machine)
      if (decision !== "declared" && decision !== "reopened") continue
      declared += 1
      words.push(`${name} (threshold ${failureThreshold}): ${status}: ${reason}`)
    }
    falseOutages[failureThreshold] = declared
  }
  return { falseOutages, words }
}
