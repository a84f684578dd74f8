import { probeTelemetry } from "../probe-telemetry.ts"
import type { Probe } from "../probe.ts"

export const probeMetric: Probe<"metric"> = (target, tools, signal) =>
  probeTelemetry(target, tools, signal)
