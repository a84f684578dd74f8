import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const monitor = z.object({ monitor: evidence() })

/** Names of built-in states and severities, as stored. */
export const builtInNames = [
  "identified",
  "triggered",
  "acknowledged",
  "resolved",
  "critical",
  "major",
  "minor",
  "high",
  "low",
] as const

/** Titles of alerts and incidents, and what happened to them. Times are ISO 8601. */
export const incidentCodes = {
  monitor_offline: monitor,
  monitor_degraded: monitor,
  /** What several problems have in common: an address or a host, and the reason if it is the same. */
  common_cause: z.object({ what: evidence(), why: nested() }),
  /** The target stayed up for the flap window. */
  flap_ended: z.object({
    minutes: z.number(),
    outages: z.number(),
    from: z.string(),
    until: z.string(),
  }),
  /** Recovery changes no state that a person set. */
  state_kept: none,
  /** A state or severity, and one that people named. */
  built_in_label: z.object({ name: z.enum(builtInNames) }),
  own_label: z.object({ name: evidence() }),
  state_moved: z.object({ from: nested(), to: nested() }),
  incident_resolved: none,
  monitor_deleted: none,
  slo_deleted: none,
  slo_without_monitors: none,
  nobody_reached: none,
  postmortem_published: none,
  postmortem_saved: none,
  postmortem_cleared: none,
  postmortem_settings_changed: none,
}
