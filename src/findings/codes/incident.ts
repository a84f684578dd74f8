import { evidence, nested } from "../parameters.ts"
import { z } from "zod"

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

const pair = { shortMinutes: z.number(), longMinutes: z.number(), limit: z.number() }

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
  // Burn rates of an error budget. `short` and `long` are the rates over the two windows; null without data.
  /** The title of an alert. The budget lasts so long at this rate; null if it is not used up within the window. */
  slo_burns: z.object({ slo: evidence(), rate: z.number(), lastsMs: z.number().nullable() }),
  slo_burns_too_fast: z.object({ slo: evidence() }),
  burn_rates: z.object({ short: z.number().nullable(), long: z.number().nullable(), ...pair }),
  /** The same without figures, which came from telemetry. */
  burn_rate_exceeded: z.object(pair),
  /** `rate` is null without data. */
  burn_rate_fell_to: z.object({
    shortMinutes: z.number(),
    rate: z.number().nullable(),
    limit: z.number(),
  }),
  burn_rate_fell: z.object({ shortMinutes: z.number(), limit: z.number() }),
  burn_alert_switched_off: z.object({}),
  /** 0 to 1, or negative. */
  budget_left: z.object({ share: z.number() }),
  budget_unknown: z.object({}),
  /** Why there is no evaluation. */
  no_telemetry_stored: z.object({}),
  too_many_spans: z.object({}),
}
