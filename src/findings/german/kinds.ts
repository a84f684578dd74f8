import type { IcmpFault, kindCodes } from "../codes/kinds.ts"
import type { WordsOf } from "../words.ts"

const faults: Record<IcmpFault["fault"], (one: IcmpFault) => string> = {
  time_exceeded: () => "TTL unterwegs abgelaufen",
  network: () => "Netz nicht erreichbar",
  host: () => "Rechner nicht erreichbar",
  filtered: () => "von einem Filter verboten",
  no_route: () => "keine Route",
  address: () => "Adresse nicht erreichbar",
  other: ({ icmpCode, words }) => words ?? `Ziel nicht erreichbar (Code ${icmpCode ?? 0})`,
}

const grace = (minutes: number): string => (minutes > 0 ? ` mit ${minutes} min Karenz` : "")

export const kinds: WordsOf<typeof kindCodes> = {
  no_response: ({ afterMs }, { seconds }) => `Keine Antwort ${seconds(afterMs)} nach der Anfrage.`,
  head_incomplete: ({ afterMs }, { seconds }) =>
    `Der Kopf der Antwort war ${seconds(afterMs)} nach der Anfrage unvollständig.`,
  body_incomplete: ({ bytes, afterMs }, { seconds }) =>
    `Der Inhalt der Antwort war ${seconds(afterMs)} nach der Anfrage unvollständig (${bytes} Byte).`,
  only_interim_responses: ({ afterMs }, { seconds }) =>
    `Nur vorläufige Antworten (1xx) ${seconds(afterMs)} nach der Anfrage.`,
  too_many_interim_responses: ({ most }) =>
    `Der Server schickt mehr als ${most} vorläufige Antworten (1xx).`,
  closed_without_response: () => "Der Server schloss die Verbindung ohne Antwort.",
  closed_within_head: () => "Die Verbindung endete mitten im Kopf der Antwort.",
  body_cut_off: ({ status, bytes, of }) =>
    `Der Inhalt der Antwort (Status ${status}) bricht nach ${bytes}${of === null ? "" : ` von ${of}`} Byte ab.`,
  port_uses_tls: () => "Dieser Port verwendet TLS: https:// statt http://.",
  only_http2: () => "Der Server spricht nur HTTP/2.",
  http2_stream_ended: ({ errorCode }) => `Der Datenstrom (HTTP/2) endete mit ${errorCode}.`,
  not_http2: ({ errorCode }) => `Die Antwort ist kein gültiges HTTP/2 (${errorCode}).`,
  not_http: ({ errorCode, begin }) =>
    `Die Antwort ist kein gültiges HTTP (${errorCode}). Sie beginnt mit "${begin}".`,
  head_too_large: () => "Der Kopf der Antwort ist größer als 64 KiB.",
  protocol_switched: () => "Der Server wechselt ungefragt das Protokoll (101).",
  encoding_cut_off: ({ encoding, bytes }) =>
    `Der Inhalt der Antwort endet mitten in Content-Encoding "${encoding}", nach ${bytes} Byte.`,
  encoding_mismatched: ({ encoding }) =>
    `Der Inhalt der Antwort passt nicht zu Content-Encoding "${encoding}".`,
  request_not_sent: ({ error }) => `Die Anfrage lässt sich nicht senden: ${error}.`,
  url_without_http: () => "Die URL muss mit http:// oder https:// beginnen.",
  redirect_loop: ({ url }) => `Die Weiterleitungen drehen sich im Kreis, zurück zu ${url}.`,
  redirect_without_location: ({ status }) => `Status ${status} ohne Header Location erhalten.`,
  too_many_redirects: ({ most, url }, { count }) =>
    `Mehr als ${count(most, "Weiterleitung", "Weiterleitungen")}, zuletzt bei ${url}.`,
  redirect_to_no_url: ({ from, to }) => `${from} leitet zu "${to}" weiter; das ist keine URL.`,
  redirect_to_other_scheme: ({ from, to, scheme }) =>
    `${from} leitet zu "${to}" weiter; das Schema ${scheme} ist weder http: noch https:.`,
  after_redirect: ({ from, cause }, { say }) =>
    `Nach einer Weiterleitung von ${from}: ${say(cause)}`,
  no_echo: ({ addresses, echoes, withinMs }, { list, seconds }) =>
    `${list(addresses)} antwortet nicht auf ${echoes} Pings innerhalb von ${seconds(withinMs)}.`,
  target_unreachable({ said }) {
    const all = said.map((one) => `${one.address}: ${faults[one.fault](one)}`)
    return `Das Ziel ist nicht erreichbar: ${all.join("; ")}.`
  },
  ping_not_sent: ({ why }, { say }) => `Der Ping ließ sich nicht senden: ${say(why)}.`,
  no_ipv6_here: () => "diese Maschine hat kein IPv6",
  echo_not_sent: ({ errorCode }) => `Fehler beim Senden (${errorCode})`,
  icmp_deaf: () =>
    "keine ICMP-Antwort erreicht diesen Prozess, auch nicht über Loopback: Prüfen Sie die Firewall und sysctl net.ipv4.icmp_echo_ignore_all",
  icmp_not_allowed({ errorCodes, program }, { list, say }) {
    const returned = errorCodes.length === 0 ? "" : ` (das System meldet ${list(errorCodes)})`
    const also = program.length === 0 ? "" : `; ${say(program)}`
    return `ICMP ist hier nicht erlaubt: Setzen Sie sysctl net.ipv4.ping_group_range='0 2147483647', gewähren Sie CAP_NET_RAW oder installieren Sie ping (iputils-ping) oder fping${returned}${also}`
  },
  ping_program_not_started: ({ path, error }) => `${path} ließ sich nicht starten (${error})`,
  ping_program_failed: ({ path, exitCode, said }) =>
    `${path} endete ${exitCode === null ? "durch ein Signal" : `mit ${exitCode}`}: "${said}"`,
  too_many_ping_programs: ({ most }) =>
    `${most} Prozesse von ping liefen schon, und keiner endete rechtzeitig`,
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
