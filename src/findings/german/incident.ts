import type { builtInNames, incidentCodes } from "../codes/incident.ts"
import type { Format, WordsOf } from "../words.ts"

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

const rateOf = (rate: number | null, { number }: Format): string =>
  rate === null ? "ohne Daten" : number(rate, rate >= 100 ? 0 : 1)

const windowOf = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`

function budgetGone(lastsMs: number | null, format: Format): string {
  if (lastsMs === null) return ""
  if (lastsMs === 0) return "; Budget verbraucht"
  return lastsMs < 60_000
    ? "; in weniger als einer Minute verbraucht"
    : `; verbraucht in ${format.duration(lastsMs - (lastsMs % 60_000))}`
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
  slo_burns: ({ slo, rate, lastsMs }, format) =>
    `SLO ${slo}: Fehlerbudget sinkt ${rateOf(rate, format)}-mal zu schnell${budgetGone(lastsMs, format)}`,
  slo_burns_too_fast: ({ slo }) => `SLO ${slo}: Fehlerbudget sinkt zu schnell`,
  burn_rates: ({ short, long, shortMinutes, longMinutes, limit }, format) =>
    `Verbrauchsrate ${rateOf(short, format)} über ${windowOf(shortMinutes)} und ${rateOf(long, format)} über ${windowOf(longMinutes)}, Grenze ${rateOf(limit, format)}.`,
  burn_rate_exceeded: ({ shortMinutes, longMinutes, limit }, format) =>
    `Verbrauchsrate über ${rateOf(limit, format)} in ${windowOf(shortMinutes)} und ${windowOf(longMinutes)}.`,
  burn_rate_fell_to: ({ shortMinutes, rate, limit }, format) =>
    `Die Verbrauchsrate über ${windowOf(shortMinutes)} sank auf ${rateOf(rate, format)}, unter ${rateOf(limit, format)}.`,
  burn_rate_fell: ({ shortMinutes, limit }, format) =>
    `Die Verbrauchsrate über ${windowOf(shortMinutes)} sank unter ${rateOf(limit, format)}.`,
  burn_alert_switched_off: () => "Der Alarm wurde abgeschaltet.",
  budget_left: ({ share }, format) =>
    share <= 0
      ? "Das Fehlerbudget ist verbraucht."
      : `${format.percent(Math.max(1, Math.floor(share * 100)))} des Fehlerbudgets sind übrig.`,
  no_telemetry_stored: () => "Bisher sind keine Telemetriedaten gespeichert.",
  too_many_spans: () =>
    "Der Dienst hat zu viele Spans, um sie innerhalb der Grenzen einer Abfrage zu zählen.",
  budget_unknown: () => "Noch lässt sich kein Budget berechnen.",
}
