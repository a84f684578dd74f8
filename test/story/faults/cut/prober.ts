import { setTimeout as sleep } from "node:timers/promises"
import { reasonOf } from "../../../../src/findings/say.ts"
import { systemClock } from "../../../../src/platform/clock.ts"
import type { Target } from "../../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createChecker } from "../../../../src/probe/check-target.ts"
import { alwaysProved } from "../../../../src/probe/kinds/heartbeat.ts"
import { servicesWithoutDatabase } from "../services.ts"

/** Messages to a prober in its own network, and its report of each check. */
export type Orders = {
  targets: Target[]
  anchors: string[]
  resolver: string
  ranges: string[]
}
export type Report = {
  name: string
  status: "operational" | "degraded" | "offline" | "unknown"
  failureClass: string | null
  reason: string | null
  startedAtMs: number
  attempts: number
}

/** Runs real checks without a database, spread over the interval, until its parent exits. */
async function probe({ targets, anchors, resolver, ranges }: Orders): Promise<void> {
  const services = servicesWithoutDatabase({
    EGRESS_ANCHORS: anchors.join(","),
    RESOLVERS: resolver,
    REACHABLE_RANGES: ranges.join(","),
  })
  const { now } = systemClock
  const check = createChecker(services, alwaysProved(now))
  process.once("disconnect", () => process.exit())
  await Promise.all(
    targets.map(async (target, index) => {
      const intervalMs = target.intervalSeconds * 1000
      const fromMs = performance.now() + (intervalMs * index) / targets.length
      for (let slot = 0; ; slot += 1) {
        await sleep(Math.max(0, fromMs + slot * intervalMs - performance.now()))
        const result = await check(target)
        if (result === null) continue
        const { status, failureClass, findings, startedAt, attempts } = result
        const report: Report = {
          name: target.name,
          status,
          failureClass,
          reason: reasonOf(findings),
          startedAtMs: startedAt.getTime(),
          attempts,
        }
        process.send?.(report)
        // After a check longer than its interval, use the next slot.
        slot = Math.max(slot, Math.floor((performance.now() - fromMs) / intervalMs))
      }
    }),
  )
}

process.once("message", (orders) => void probe(orders as Orders))
