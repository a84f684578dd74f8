import type { builtInNames, incidentCodes } from "../codes/incident.ts"
import type { WordsOf } from "../words.ts"

const builtIns: Record<(typeof builtInNames)[number], string> = {
  identified: "erkannt",
  triggered: "ausgelöst",
  acknowledged: "bestätigt",
  resolved: "gelöst",
  critical: "kritisch",
  major: "schwer",
  minor: "leicht",
  high: "hoch",
  low: "niedrig",
}

export const incident: WordsOf<typeof incidentCodes> = {
  monitor_offline: ({ monitor }) => `${monitor} ist ausgefallen`,
  monitor_degraded: ({ monitor }) => `${monitor} ist eingeschränkt`,
  common_cause: ({ what, why }, { say }) =>
    why.length === 0 ? `Mehrere Ausfälle bei ${what}` : `${what}: ${say(why)}`,
  flap_ended: ({ minutes, outages, from, until }, { count }) =>
    `Seit ${count(minutes, "Minute", "Minuten")} erreichbar, nach ${count(outages, "Ausfall", "Ausfällen")} von ${from} bis ${until}.`,
  state_kept: () => "Der Status wurde von Hand gesetzt und bleibt.",
  built_in_label: ({ name }) => builtIns[name],
  own_label: ({ name }) => name,
  state_moved: ({ from, to }, { say }) => `${say(from)} → ${say(to)}`,
  incident_resolved: () => "Der zugehörige Vorfall wurde von Hand behoben.",
  monitor_deleted: () => "Monitor gelöscht.",
  slo_deleted: () => "SLO gelöscht.",
  slo_without_monitors: () => "Der letzte Monitor des SLO wurde gelöscht.",
  nobody_reached: () =>
    "Niemand war erreichbar: Alle Nachrichten sind fehlgeschlagen, auch die an Owner und Admins.",
  postmortem_published: () => "Das Post-mortem wurde veröffentlicht.",
  postmortem_saved: () => "Das Post-mortem wurde gespeichert.",
  postmortem_cleared: () => "Das Post-mortem wurde geleert.",
  postmortem_settings_changed: () => "Die Einstellungen des Post-mortems wurden geändert.",
}
