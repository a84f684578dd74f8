import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import {
  newMachine,
  type Machine,
} from "../../../../src/graphql/monitoring/check/rules/check-state.ts"
import { transition } from "../../../../src/graphql/monitoring/check/rules/transition.ts"
import type { Target } from "../../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { httpTarget, tcpTarget } from "../../../support/prober.ts"
import { layLine, type Line, type Part } from "./line.ts"
import type { Orders, Told } from "./prober.ts"

/** A way in which our own network may go and come back. */
export type Cut = {
  name: string
  /** How long it is away and there again, in turn; it ends there. */
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
 * Cuts a network of its own that has 36 healthy monitors and one that goes down for real during the cut.
 *
 * @param timeouts of the healthy monitors, three, in seconds.
 */
export async function runCut(
  cut: Cut,
  index: number,
  timeouts: readonly number[],
): Promise<Outcome> {
  await using bin = new AsyncDisposableStack()
  const line = await layLine(bin, index, 3)
  const targets = targetsOf(line, timeouts)
  const told: Told[] = []
  const child = startProber(bin, line, targets)
  child.on("message", (message) => void told.push(message as Told))
  await sleep(settleMs)
  const unwell = told.filter(({ status }) => status !== "operational")
  if (unwell.length > 0) throw new Error(`not well before the cut: ${JSON.stringify(unwell[0])}`)

  const [, , victim] = line.shops
  for (let time = 0; time < cut.times; time += 1) {
    await away(line, cut.parts)
    if (time === 0) await victim?.die()
    await sleep(cut.awayMs)
    await back(line, cut.parts)
    if (time < cut.times - 1) await sleep(cut.backMs)
  }
  const endedMs = performance.now()
  const isFound = () => told.some((one) => isVictim(one) && one.status === "offline")
  while (!isFound() && performance.now() - endedMs < maxFindMs) await sleep(50)
  const foundAfterMs = isFound() ? performance.now() - endedMs : null
  // What began while it was away has ended by then.
  await sleep(Math.max(0, settleMs - (foundAfterMs ?? maxFindMs)))
  const healthy = told.filter((one) => !isVictim(one))
  return {
    checks: healthy.length,
    unknown: healthy.filter(({ status }) => status === "unknown").length,
    ...countOutages(healthy),
    foundAfterMs,
  }
}

const isVictim = ({ name }: Told) => name.startsWith("victim")
const away = (line: Line, parts: Cut["parts"]) =>
  parts === "unplugged" ? line.unplug() : line.cut(parts)
const back = (line: Line, parts: Cut["parts"]) =>
  parts === "unplugged" ? line.plug() : line.mend(parts)

/** Monitors of every kind and address family with each timeout, and one that goes down. */
function targetsOf(line: Line, timeouts: readonly number[]): Target[] {
  const { port, shops } = line
  const [first, second, victim] = shops
  if (first === undefined || second === undefined || victim === undefined) {
    throw new Error("three shops are watched")
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

function startProber(bin: AsyncDisposableStack, line: Line, targets: Target[]) {
  const { enter, anchors, resolver, ranges } = line
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
function countOutages(told: Told[]): Pick<Outcome, "falseOutages" | "words"> {
  const falseOutages: Record<number, number> = {}
  const words: string[] = []
  for (const failureThreshold of thresholds) {
    const machines = new Map<string, Machine>()
    let declared = 0
    for (const { name, status, reason, startedAtMs } of told) {
      const seen = {
        status,
        reason,
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
