import type { LookupFault, nameCodes, NameServerFault, StrangeAnswer } from "../codes/names.ts"
import type { WordsOf } from "../words.ts"

const lookups: Record<LookupFault["fault"], (errorCode: string) => string> = {
  servfail: () => "der Nameserver meldet SERVFAIL",
  refused: () => "der Nameserver lehnt die Anfrage ab",
  silent: () => "der Nameserver antwortet nicht rechtzeitig",
  unreachable: () => "kein Nameserver ist erreichbar",
  malformed: () => "die Antwort des Nameservers ist fehlerhaft",
  query_not_parsed: () => "der Nameserver versteht die Anfrage nicht",
  query_not_supported: () => "der Nameserver unterstützt die Anfrage nicht",
  other: (errorCode) => `die Abfrage scheiterte${errorCode === "" ? "" : ` (${errorCode})`}`,
}

const answers: Record<StrangeAnswer, (bytes: number) => string> = {
  other_id: () => "eine Antwort mit anderer ID",
  packet: (bytes) => `ein Paket mit ${bytes} Byte`,
  question: () => "eine Frage statt einer Antwort",
  other_question: () => "eine Antwort auf eine andere Frage",
  malformed: () => "eine fehlerhafte Antwort",
  truncated: () => "eine abgeschnittene Antwort",
}

const servers: Record<NameServerFault["fault"], (fault: NameServerFault) => string> = {
  silent: ({ overTcp }) => `antwortet nicht${tcp(overTcp)}`,
  refused: () => "lehnt die Verbindung ab: Auf dem Port antwortet nichts",
  reset: () => "hat die Verbindung zurückgesetzt",
  not_queried: ({ errorCode }) => `ließ sich nicht fragen (${errorCode ?? ""})`,
  sent: (fault) => `schickte ${answerOf(fault)}${tcp(fault.overTcp)}`,
  sent_only: (fault) => `schickte nur ${answerOf(fault)}${tcp(fault.overTcp)}`,
  sent_part: ({ bytes, of, overTcp }) =>
    `schickte ${of === null ? `erst ${bytes ?? 0}` : `${bytes ?? 0} von ${of}`} Byte${tcp(overTcp)}`,
  sent_nothing: ({ overTcp }) => `schickte nichts${tcp(overTcp)}`,
  truncates: () => "kürzt die Antwort",
  returned: ({ errorCode }) => `meldet ${errorCode ?? ""}`,
}

const tcp = (overTcp: boolean): string => (overTcp ? " über TCP" : "")

const answerOf = ({ what, bytes }: NameServerFault): string =>
  answers[what ?? "malformed"](bytes ?? 0)

const serverFault = (one: NameServerFault): string =>
  [
    `${one.server} ${servers[one.fault](one)}`,
    one.isAfterTruncation ? " nach einer abgeschnittenen Antwort über UDP" : "",
    one.isClosed ? " und schloss die Verbindung" : "",
  ].join("")

export const names: WordsOf<typeof nameCodes> = {
  name_invalid: ({ name }) => `"${name}" ist kein gültiger DNS-Name.`,
  name_missing: ({ name, server }) =>
    `Den Namen ${name} gibt es nicht (${server === null ? "" : `${server} meldet `}NXDOMAIN).`,
  name_without_address: ({ name }) => `Der Name ${name} hat weder A- noch AAAA-Eintrag.`,
  name_unresolved({ name, faults }) {
    const why = faults.map(({ fault, errorCode }) => lookups[fault](errorCode ?? ""))
    return `${name} ließ sich nicht auflösen: ${why.join("; ")}.`
  },
  name_unresolved_in_time: ({ name, servers: asked }, { list }) =>
    `${name} ließ sich nicht rechtzeitig auflösen: ${list(asked)} antwortet nicht.`,
  name_slow: ({ afterMs }, { seconds }) => `Das Auflösen des Namens dauerte ${seconds(afterMs)}.`,
  host_with_zone: ({ host }) => `"${host}" hat eine Zonen-ID; schreiben Sie die Adresse ohne sie.`,
  host_invalid: ({ host }) => `"${host}" ist weder ein Hostname noch eine Adresse.`,
  record_missing: ({ name, type, alias, server }) =>
    `${name}${alias === null ? "" : `, ein Alias von ${alias},`} hat keinen Eintrag ${type} (laut ${server}).`,
  records_differ: ({ name, type, expected, seen }) =>
    `Erwartet: ${name} hat ${type} ${expected}. Erhalten: ${seen}.`,
  records_unanswered({ name, type, afterMs, faults }, { seconds }) {
    const after = afterMs < 1000 ? `${Math.ceil(afterMs)} ms` : seconds(afterMs)
    const why = faults.map(serverFault).join("; ") || "keiner wurde gefragt"
    return `Kein Nameserver lieferte innerhalb von ${after} die Einträge ${type} von ${name}: ${why}.`
  },
  no_name_server_for: ({ name }) => `Kein Nameserver ist eingestellt, um ${name} aufzulösen.`,
  no_name_server: () => "Kein Nameserver ist eingestellt. Tragen Sie einen in RESOLVERS ein.",
  resolver_invalid: ({ resolver }) =>
    `Der Resolver "${resolver}" ist keine Adresse. Schreiben Sie ihn als 9.9.9.9, 9.9.9.9:5353 oder [2620:fe::fe]:53.`,
}
