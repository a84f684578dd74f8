import type { heartbeatCodes } from "../codes/heartbeat.ts"
import type { WordsOf } from "../words.ts"

const grace = (minutes: number): string => (minutes > 0 ? ` mit ${minutes} min Karenz` : "")

export const heartbeat: WordsOf<typeof heartbeatCodes> = {
  ping_missing: ({ silentMs, intervalMinutes, graceMinutes }, { duration }) =>
    `Kein Ping seit ${duration(silentMs)}; erwartet alle ${intervalMinutes} min${grace(graceMinutes)}.`,
  job_unfinished: ({ sinceMs, intervalMinutes, graceMinutes }, { duration }) =>
    `Der Job begann vor ${duration(sinceMs)} und ist nicht fertig; erwartet alle ${intervalMinutes} min${grace(graceMinutes)}.`,
  job_failed: ({ agoMs, said }, { duration }) =>
    `Der Job meldete vor ${duration(agoMs)} einen Fehler${said === null ? "." : ` und dazu: ${said}`}`,
  failure_in_row: ({ count, of }) => `Fehler ${count} von ${of}.`,
  ping_unproved: ({ since }, { moment }) =>
    `Ein Ping ist fällig, aber ${since === null ? "noch" : `seit ${moment(since)}`} belegt nichts, dass Pings uns erreichen; diese Zeit zählt nicht.`,
  pings_unheard: () =>
    "Nichts belegt, dass Pings uns erreichen. Prüfen Sie zuerst Ihr eigenes Netz.",
  ping_maybe_lost: ({ due, from, to, next }, { moment }) =>
    `Der um ${moment(due)} fällige Ping ging vielleicht verloren: Von ${moment(from)} bis ${moment(to)} belegte nichts, dass Pings uns erreichen. Der nächste ist um ${moment(next)} fällig.`,
  telemetry_unproved({ from, to }, { moment }) {
    if (from !== null && to !== null) {
      return `Zu wenig Telemetrie kam an, aber von ${moment(from)} bis ${moment(to)} belegte nichts, dass Sender uns erreichen; das zählt nicht.`
    }
    const since = from === null ? "noch" : `seit ${moment(from)}`
    return `Zu wenig Telemetrie kam an, aber ${since} belegt nichts, dass Sender uns erreichen; das zählt nicht.`
  },
}
