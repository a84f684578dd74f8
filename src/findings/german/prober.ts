import type { HowOften, proberCodes } from "../codes/prober.ts"
import type { WordsOf } from "../words.ts"

const often: Record<HowOften, string> = {
  most: "Die meisten Versuche scheitern",
  every_second: "Jeder zweite Versuch scheitert",
  every_third: "Jeder dritte Versuch scheitert",
  some: "Manche Versuche scheitern",
}

const over = (family: 4 | 6 | null): string => (family === null ? "" : ` über IPv${family}`)

export const prober: WordsOf<typeof proberCodes> = {
  works_elsewhere({ works, fails, cause }, { say }) {
    const good = works.address ?? "eine andere Adresse"
    const isFamily = works.family !== null && fails.family !== null && works.family !== fails.family
    return isFamily
      ? `Funktioniert über IPv${works.family} (${good}), aber nicht über IPv${fails.family}: ${say(cause)}`
      : `Funktioniert über ${good}, aber nicht über ${fails.address ?? "eine andere Adresse"}: ${say(cause)}`
  },
  fails_often: ({ often: how, failed, of, last }, { say }) =>
    `${often[how]} (${failed} der letzten ${of}). Zuletzt: ${say(last)}`,
  no_reason: () => "Kein Grund ist bekannt.",
  prober_stalled: ({ isBusy, attempts }) =>
    isBusy
      ? `Der Prober war bei ${attempts} Versuchen hintereinander überlastet; ihre Ergebnisse sind nicht verlässlich.`
      : `Der Prober stand bei ${attempts} Versuchen hintereinander still; ihre Ergebnisse sind nicht verlässlich.`,
  prober_late: () => "Der Prober wurde nicht rechtzeitig fertig.",
  prober_failed: ({ error }) => `Fehler im Prober: ${error}`,
  large_response_waited: () =>
    "Der Prober las bis zum Zeitlimit andere große Antworten; der Rest dieser wurde nicht gelesen.",
  body_judged_late: () => "Der große Inhalt ließ sich nicht vor dem Zeitlimit auswerten.",
  body_not_judged: ({ error }) =>
    `Der Inhalt der Antwort ließ sich nicht auswerten: ${error ?? "der Thread endete"}.`,
  inconclusive: ({ why }, { say }) => `Nicht eindeutig: ${say(why)}.`,
  check_itself_succeeded: () => "Die Prüfung selbst war erfolgreich.",
  check_itself: ({ cause }, { say }) => `Die Prüfung selbst: ${say(cause)}`,
  anchors_not_up_throughout: () => "Unsere Vergleichsadressen waren nicht durchgehend erreichbar",
  name_servers_not_up_throughout: () => "Unsere Nameserver waren nicht durchgehend erreichbar",
  no_name_server_answered: ({ count }) => `Keiner unserer Nameserver (${count}) antwortet`,
  no_anchor_set: ({ family }) =>
    `In EGRESS_ANCHORS fehlt eine Adresse${family === null ? "" : ` (IPv${family})`}, die unser eigenes Netz prüft`,
  no_anchor_answered: ({ family, count, isMissing }) =>
    `Auch von ${count} Vergleichsadressen${over(family)} antwortet keine${isMissing ? "; vielleicht hat diese Maschine kein IPv6" : ""}`,
  anchors_not_pinged_throughout: ({ family }) =>
    `Unsere Vergleichsadressen antworten nicht durchgehend auf Pings über IPv${family}`,
  no_anchor_pinged: ({ family, count }) =>
    `Auch von ${count} Vergleichsadressen antwortet keine auf Pings über IPv${family}; vielleicht verwirft unser eigenes Netz ICMP`,
  interface_down: () => "Die Schnittstelle zu diesem Netz war nicht aktiv",
  neighbors_silent: () => "Kein anderer Host in diesem Netz antwortet durchgehend",
  no_honest_anchor: ({ family }) =>
    `Keine Vergleichsadresse über IPv${family} ließ sich verifizieren; vielleicht verwirft oder beantwortet unser eigenes Netz Verbindungen selbst`,
  portal: ({ family }) =>
    `In unserem eigenen Netz antwortet etwas anstelle der Vergleichsadressen über IPv${family}, etwa ein Portal oder ein Proxy`,
  http_portal: () =>
    "In unserem eigenen Netz beantwortet ein Portal oder ein Proxy unverschlüsseltes HTTP anstelle der Server",
  tls_inspected: ({ family, issuer }) =>
    `TLS über IPv${family} wird von "${issuer}" aufgebrochen. Tragen Sie dessen CA in NODE_EXTRA_CA_CERTS ein`,
  clock_wrong: () =>
    "Die Zertifikate aller Vergleichsadressen sind gerade ungültig; unsere eigene Uhr geht also falsch",
  resolvers_fail: ({ servers }, { list }) =>
    `Unsere Nameserver (${list(servers)}) beantworten nicht, was jeder Nameserver weiß`,
  resolvers_lie: ({ servers }, { list }) =>
    `Unsere Nameserver (${list(servers)}) geben falsche Antworten`,
  extra_bytes: () => "Der Server sendete nach dem Ende seiner Antwort weitere Bytes.",
  unsolicited_continue: () => "Der Server sendete unaufgefordert 100 (Continue).",
  lenient_parser_accepts: ({ cause }, { say }) =>
    `${say(cause)} Ein nachsichtiger Parser nimmt sie an.`,
  headers_withheld: ({ origin, names }, { list }) =>
    `Nicht an ${origin} weitergegeben: ${list(names)}.`,
  body_longer: ({ mostMiB }) =>
    `Der Inhalt der Antwort ist länger als ${mostMiB} MiB; nur die ersten ${mostMiB} MiB wurden geprüft.`,
  response_time_inexact: () => "Dieser Prober stockte; die Antwortzeit ist daher ungenau.",
  family_not_checked: ({ family, cause }, { say }) =>
    `Die Prüfung über ${family === null ? "die anderen Adressen" : `IPv${family}`} war nicht möglich: ${say(cause)}`,
  failure_not_counted: ({ family, cause }, { say }) =>
    `Unser eigenes Netz war${family === null ? "" : ` über IPv${family}`} nicht durchgehend erreichbar; dieser Fehler zählt daher nicht: ${say(cause)}`,
}
