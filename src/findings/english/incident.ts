import type { incidentCodes } from "../codes/incident.ts"
import type { Format, WordsOf } from "../words.ts"

const rateOf = (rate: number | null, { number }: Format): string =>
  rate === null ? "no data" : number(rate, rate >= 100 ? 0 : 1)

const windowOf = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`

function budgetGone(lastsMs: number | null, format: Format): string {
  if (lastsMs === null) return ""
  if (lastsMs === 0) return "; budget gone"
  return lastsMs < 60_000
    ? "; budget gone in less than a minute"
    : `; budget gone in ${format.duration(lastsMs - (lastsMs % 60_000))}`
}

export const incident: WordsOf<typeof incidentCodes> = {
  monitor_offline: ({ monitor }) => `${monitor} is down`,
  monitor_degraded: ({ monitor }) => `${monitor} is degraded`,
  common_cause: ({ what, why }, { say }) =>
    why.length === 0 ? `Several failures of ${what}` : `${what}: ${say(why)}`,
  flap_ended: ({ minutes, outages, from, until }, { count }) =>
    `Up for ${count(minutes, "minute", "minutes")}, after ${count(outages, "outage", "outages")} from ${from} to ${until}.`,
  state_kept: () => "The state was set manually and is not changed.",
  built_in_label: ({ name }) => name,
  own_label: ({ name }) => name,
  state_moved: ({ from, to }, { say }) => `${say(from)} → ${say(to)}`,
  incident_resolved: () => "Its incident was resolved manually.",
  monitor_deleted: () => "Monitor deleted.",
  slo_deleted: () => "SLO deleted.",
  slo_without_monitors: () => "The last monitor of the SLO was deleted.",
  nobody_reached: () =>
    "Nobody could be reached: every message failed, those to owners and admins too.",
  postmortem_published: () => "The post-mortem was published.",
  postmortem_saved: () => "The post-mortem was saved.",
  postmortem_cleared: () => "The post-mortem was cleared.",
  postmortem_settings_changed: () => "The settings of the post-mortem were changed.",
  slo_burns: ({ slo, rate, lastsMs }, format) =>
    `SLO ${slo}: burning ${rateOf(rate, format)} times too fast${budgetGone(lastsMs, format)}`,
  slo_burns_too_fast: ({ slo }) => `SLO ${slo}: burning too fast`,
  burn_rates: ({ short, long, shortMinutes, longMinutes, limit }, format) =>
    `Burn rate ${rateOf(short, format)} over ${windowOf(shortMinutes)} and ${rateOf(long, format)} over ${windowOf(longMinutes)}, limit ${rateOf(limit, format)}.`,
  burn_rate_exceeded: ({ shortMinutes, longMinutes, limit }, format) =>
    `Burn rate above ${rateOf(limit, format)} over ${windowOf(shortMinutes)} and ${windowOf(longMinutes)}.`,
  burn_rate_fell_to: ({ shortMinutes, rate, limit }, format) =>
    `The burn rate over ${windowOf(shortMinutes)} fell to ${rateOf(rate, format)}, below ${rateOf(limit, format)}.`,
  burn_rate_fell: ({ shortMinutes, limit }, format) =>
    `The burn rate over ${windowOf(shortMinutes)} fell below ${rateOf(limit, format)}.`,
  burn_alert_switched_off: () => "The alert was switched off.",
  budget_left: ({ share }, format) =>
    share <= 0
      ? "The error budget is used up."
      : `${format.percent(Math.max(1, Math.floor(share * 100)))} of the error budget is left.`,
  no_telemetry_stored: () => "No telemetry has been stored yet.",
  too_many_spans: () => "The service has too many spans to count within the limits of a query.",
  budget_unknown: () => "No budget could be computed yet.",
}
