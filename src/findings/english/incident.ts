import type { incidentCodes } from "../codes/incident.ts"
import type { WordsOf } from "../words.ts"

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
}
