import { getServers } from "node:dns"
import { setTimeout } from "node:timers/promises"
import { infrastructure, type CheckResult } from "../graphql/check/result.ts"
import type { Target } from "../graphql/monitor/target.ts"
import { readTargets } from "../graphql/monitor/targets.ts"
import { createGuard } from "../guard.ts"
import type { Services } from "../services.ts"
import { createBurst } from "./burst.ts"
import { createDialer } from "./dial.ts"
import { createEgress, type EgressVerdict } from "./egress.ts"
import { preferFamily, type Family } from "./family.ts"
import { judge } from "./judge.ts"
import { probeDns } from "./kinds/dns.ts"
import { createHeartbeatProbe, isHeartbeatWaiting } from "./kinds/heartbeat.ts"
import { probeHttp } from "./kinds/http.ts"
import { probePing } from "./kinds/ping.ts"
import { probeTcp } from "./kinds/tcp.ts"
import { probeTls } from "./kinds/tls.ts"
import { createNameServerCheck } from "./name-servers.ts"
import type { Observation } from "./observation.ts"
import type { ProbeTools } from "./probe.ts"
import { createResolver } from "./resolve.ts"
import { runOnce, type Attempt } from "./run.ts"

/**
 * Looks at a target and judges what was seen; never rejects for a fault of the target. Null where there is
 * nothing to judge yet: a heartbeat that has still time for its first ping, or for one that we could not hear.
 */
export type Look = (target: Target) => Promise<CheckResult | null>

export type LookOptions = {
  /** The database's time, by which pings are dated; a wall clock of ours may be moved. */
  databaseNow(): Date
  /** Since when pings could arrive, by the same time. */
  returnedAt(): Date
}

const resolveTimeoutMs = 5000
const burstMs = 100

export function createLook(services: Services, { databaseNow, returnedAt }: LookOptions): Look {
  const { env, clock } = services
  const guard = createGuard(env.REACHABLE_RANGES)
  const egress = createEgress({ anchors: env.EGRESS_ANCHORS, clock })
  const servers = env.RESOLVERS.length > 0 ? env.RESOLVERS : getServers()
  const nameServers = createNameServerCheck(servers, clock)
  const probeHeartbeat = createHeartbeatProbe(returnedAt)

  const toolsWith = (inOrder: string[], prefer: Family | null = null): ProbeTools => {
    const asked = createResolver({ servers: inOrder, timeoutMs: resolveTimeoutMs })
    const resolver = prefer === null ? asked : preferFamily(asked, prefer)
    return { guard, resolver, clock, dialer: createDialer({ guard, resolver, clock }) }
  }
  const tools = toolsWith(servers)
  // The second look asks another server first, where there is one.
  const turned = [...servers.slice(1), ...servers.slice(0, 1)]
  const again = { any: toolsWith(turned), 4: toolsWith(turned, 4), 6: toolsWith(turned, 6) }
  const burst = createBurst(clock)

  async function probe(target: Target, { tools, signal }: Attempting): Promise<Observation> {
    switch (target.kind) {
      case "http":
        return probeHttp(target, tools, signal)
      case "tcp":
        return probeTcp(target, tools, signal)
      case "ping":
        return probePing(target, tools, signal)
      case "dns":
        return probeDns(target, tools, signal)
      case "tls":
        return probeTls(target, tools, signal)
      case "heartbeat":
        return probeHeartbeat(target, { ...tools, clock: { ...clock, now: databaseNow } }, signal)
    }
  }

  const attempt = (target: Target, tools: ProbeTools) =>
    // Checks are dated by the database: those of a wall clock set back would count as old and decide nothing.
    runOnce(target, (signal) => probe(target, { tools, signal }), { ...clock, now: databaseNow })

  async function attemptFirst(target: Target): Promise<Attempt> {
    const first = await attempt(target, tools)
    const { failure } = first.observation
    burst.note(failure !== null && infrastructure.has(failure.class))
    return first
  }

  /** The first of many to fail waits for the others, so that none of them makes a needless second look. */
  async function checkLineFirst(family: Family | null): Promise<EgressVerdict | null> {
    await setTimeout(burstMs)
    return burst.isOn() ? egress.check(family) : null
  }

  /** A heartbeat is looked at again by reading its pings again: one may have come since. */
  async function newest(target: Target): Promise<Target> {
    if (target.kind !== "heartbeat") return target
    const { targets } = await readTargets(services, { ids: [target.monitorId] })
    return targets[0] ?? target
  }

  const isWaiting = (target: Target): boolean =>
    target.kind === "heartbeat" && isHeartbeatWaiting(target, databaseNow(), returnedAt())

  return async (target) =>
    isWaiting(target)
      ? null
      : judge(target, {
          attempt: () => attemptFirst(target),
          attemptAgain: async (prefer) => attempt(await newest(target), again[prefer ?? "any"]),
          checkLineFirst,
          checkEgress: (family) => egress.check(family),
          checkNameServers: () => nameServers.check(),
        })
}

type Attempting = { tools: ProbeTools; signal: AbortSignal }
