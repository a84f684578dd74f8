import { probeTelemetry } from "../probe-telemetry.ts"
import type { Probe } from "../probe.ts"

export const probeTrace: Probe<"trace"> = (target, tools, signal) =>
  probeTelemetry(target, tools, signal)
