import type { MonitorKind } from "../../../prisma/generated/enums.ts"
import type { Target } from "../../graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Probe, Prober, ProbeTools } from "../probe.ts"
import { probeDns } from "./dns.ts"
import { createHeartbeatProber, type PingTime } from "./heartbeat.ts"
import { probeHttp } from "./http.ts"
import { probeLog } from "./log.ts"
import { probeMetric } from "./metric.ts"
import { probePing } from "./ping.ts"
import { probeTcp } from "./tcp.ts"
import { probeTls } from "./tls.ts"
import { probeTrace } from "./trace.ts"

/** A prober that connects to its target never waits, and looks when it is scheduled. */
const active = <K extends MonitorKind>(probe: Probe<K>): Prober<K> => ({
  probe,
  isWaiting: () => false,
  nextMoment: () => null,
})

/** How a monitor of each kind is checked. */
export function createProbers(pingTime: PingTime) {
  const probers: { [K in MonitorKind]: Prober<K> } = {
    http: active(probeHttp),
    tcp: active(probeTcp),
    ping: active(probePing),
    dns: active(probeDns),
    tls: active(probeTls),
    heartbeat: createHeartbeatProber(pingTime),
    log: active(probeLog),
    trace: active(probeTrace),
    metric: active(probeMetric),
  }
  return {
    probe: <K extends MonitorKind>(target: Target<K>, tools: ProbeTools, signal: AbortSignal) =>
      probers[target.kind].probe(target, tools, signal),
    nextMoment: <K extends MonitorKind>(target: Target<K>): Date | null =>
      probers[target.kind].nextMoment(target),
    isWaiting: <K extends MonitorKind>(target: Target<K>): boolean =>
      probers[target.kind].isWaiting(target),
  }
}
