import { probeTelemetry } from "../probe-telemetry.ts"
import type { Probe } from "../probe.ts"

export const probeLog: Probe<"log"> = (target, tools, signal) =>
  probeTelemetry(target, tools, signal)
