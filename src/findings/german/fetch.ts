import type {
  CalendarWarningKind,
  Document,
  fetchCodes,
  ForbiddenKind,
  ServiceFault,
} from "../codes/fetch.ts"
import type { WordsOf } from "../words.ts"

const names: Record<Document, string> = {
  calendar: "des Kalenders",
  metadata_document: "des Metadaten-Dokuments",
}

const faults: Record<ServiceFault, string> = {
  certificate_expired: "sein Zertifikat ist abgelaufen",
  other_name: "sein Zertifikat ist für einen anderen Namen",
  untrusted: "seinem Zertifikat wird nicht vertraut",
  no_tls: "es kommt keine TLS-Verbindung zustande",
  password_rejected: "er hat das Passwort abgelehnt",
  user_rejected: "er hat den Benutzer abgelehnt",
  no_database: "die Datenbank gibt es nicht",
  no_free_connections:
    "er hat keine freien Verbindungen: erhöhen Sie max_connections oder verringern Sie DATABASE_POOL",
  starting: "er startet oder hält gerade an",
  no_primary: "auf keinen seiner Hosts kann geschrieben werden",
  not_listening: "unter seiner Adresse nimmt niemand Verbindungen an",
  no_such_host: "seinen Hostnamen gibt es nicht",
  host_not_resolved: "sein Hostname ließ sich nicht auflösen",
  no_route: "keine Route führt zu seiner Adresse",
  silent: "er antwortet nicht",
  closed: "er hat die Verbindung geschlossen",
  error: "er hat einen Fehler gemeldet",
}

const size = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`

const kinds: Record<ForbiddenKind, (address: string) => string> = {
  private: (address) => `${address} ist eine private Adresse`,
  carrier_nat: (address) => `${address} ist eine Adresse für Carrier-Grade-NAT`,
  loopback: (address) => `${address} ist eine Loopback-Adresse`,
  unique_local: (address) => `${address} ist eine Unique-Local-Adresse`,
  this_network: (address) => `${address} ist eine Adresse dieses Netzes`,
  protocols: (address) => `${address} ist eine für Protokolle reservierte Adresse`,
  documentation: (address) => `${address} ist eine für Dokumentation reservierte Adresse`,
  benchmarks: (address) => `${address} ist eine für Messungen reservierte Adresse`,
  as112: (address) => `${address} ist eine Adresse für AS112`,
  amt_relay: (address) => `${address} ist eine Adresse für AMT-Relays`,
  relay_6to4: (address) => `${address} ist eine Adresse für 6to4-Relays`,
  address_6to4: (address) => `${address} ist eine 6to4-Adresse, die eine IPv4-Adresse enthält`,
  multicast: (address) => `${address} ist eine Multicast-Adresse`,
  reserved: (address) => `${address} ist eine reservierte Adresse`,
  metadata: (address) => `${address} ist eine Adresse für Link-Local oder Metadaten der Cloud`,
  zone: (address) => `${address} hat eine Zonen-ID`,
  not_an_address: (address) => `"${address}" ist keine IP-Adresse`,
  not_global: (address) => `${address} ist keine globale IPv6-Adresse`,
}

const advice = (setting: string | null): string =>
  setting === null
    ? "Keine Einstellung erlaubt das."
    : `Um das zu erlauben, tragen Sie den Adressbereich auf dem Server in ${setting} ein.`

const ignored: Record<Exclude<CalendarWarningKind, "too_many">, string> = {
  names_nobody: "nennt kein Mitglied; die Ebenen gelten",
  unreadable: "ist nicht lesbar",
  unknown_time_zone: "ist eine unbekannte Zeitzone",
  without_end: "hat kein Ende",
  too_long: "ist länger als 366 Tage und wurde gekürzt",
  too_often: "wiederholt sich zu oft; nur die ersten Male zählen",
  superseded: "ist durch eine spätere Fassung ersetzt",
}

export const fetch: WordsOf<typeof fetchCodes> = {
  nothing_sent: ({ host, resolved, why }, { say }) =>
    `Nichts wurde gesendet. ${resolved === null ? "" : `${host} zeigt auf ${resolved}: `}${say(why)}.`,
  nothing_sent_without_tls: () =>
    "Nichts wurde gesendet. URLs ohne TLS sind nur für Adressen in REACHABLE_RANGES erlaubt. Verwenden Sie https://.",
  host_not_resolved_in_time: ({ host }) => `${host} ließ sich nicht rechtzeitig auflösen.`,
  host_not_resolved: ({ host, errors }) =>
    `${host} ließ sich nicht auflösen: ${errors.join(" und ")}.`,
  document_host_silent: ({ what, seconds }) =>
    `Der Host ${names[what]} antwortet nicht innerhalb von ${seconds} s.`,
  document_host_unreachable: ({ what, error }) =>
    `Der Host ${names[what]} ist nicht erreichbar: ${error}.`,
  document_cut_off: ({ what }) => `Der Host ${names[what]} schloss die Verbindung vor dem Ende.`,
  document_too_large: ({ what, mostBytes }) =>
    `Der Umfang ${names[what]} übersteigt ${size(mostBytes)}.`,
  proxy_failed: ({ error }) => `${error}.`,
  proxy_unreachable: ({ proxy, said, seconds }) =>
    `Der Proxy ${proxy} ist nicht erreichbar: ${said ?? (seconds === null ? "abgebrochen" : `keine Antwort innerhalb von ${seconds} s`)}.`,
  proxy_refused({ proxy, status, host, setting, lack }) {
    const rules = {
      none: `: Er verlangt Benutzer und Passwort in ${setting}`,
      wrong: `: Er nimmt Benutzer und Passwort in ${setting} nicht an`,
    }
    return `Der Proxy ${proxy} antwortete mit ${status}${lack === null ? ` auf ${host}` : rules[lack]}.`
  },
  service_fault: ({ fault }) => faults[fault],
  service_returned: ({ status }) => `er antwortete mit ${status}`,
  bucket_returned: ({ status, said }) => `Der Bucket antwortete mit ${status}: ${said}.`,
  bucket_unreachable: ({ said }) => `Der Bucket ist nicht erreichbar: ${said}.`,
  copy_not_written: ({ said }) => `Die Kopie ließ sich nicht schreiben: ${said}.`,
  address_forbidden: ({ address, kind }) => kinds[kind](address),
  name_forbidden: ({ host }) => `${host} ist ein interner Name`,
  target_forbidden: ({ why, setting }, { say }) => `${say(why)}. ${advice(setting)}`,
  resolves_to_forbidden: ({ host, address, why, setting }, { say }) =>
    `${host} zeigt auf ${address}; ${say(why)}. ${advice(setting)}`,
  resolver_forbidden: ({ why, setting }, { say }) =>
    `Der Resolver ist nicht erlaubt: ${say(why)}. ${advice(setting)}`,
  calendar_event_ignored({ kind, subject, count }) {
    if (kind === "too_many") {
      return `Ab ${subject ?? ""} überschreiten ${count} Termine die Grenze von 5.000.`
    }
    const title = subject === null ? "Ein Termin ohne Titel" : `"${subject}"`
    return `${title}${count === 1 ? "" : ` (${count}×)`} ${ignored[kind]}.`
  },
  calendar_url_unreadable: () =>
    "Die URL des Kalenders lässt sich nicht entschlüsseln, weil sich SECRET_KEY geändert hat. Geben Sie sie erneut ein.",
  calendar_not_stored: () =>
    "Der Kalender ließ sich wegen eines internen Fehlers nicht speichern. Sehen Sie in das Protokoll des Servers.",
  calendar_not_read: () => "Der Kalender ließ sich nicht lesen.",
  calendar_endless: () =>
    "Der Kalender lässt sich nicht schnell genug lesen. Vielleicht wiederholt sich ein Termin endlos.",
  calendar_without_begin: () => "Das ist kein Kalender: Er beginnt nicht mit BEGIN:VCALENDAR.",
  calendar_without_end: () => "Der Kalender ist abgeschnitten: END:VCALENDAR fehlt.",
  calendar_time_zone_unknown: ({ timeZone }) =>
    `Der Kalender verwendet eine unbekannte Zeitzone: ${timeZone}.`,
  calendar_binary: () => "Die URL liefert Binärdaten statt eines Kalenders.",
  calendar_status: ({ status }) => `Die URL antwortet mit Status ${status}.`,
  calendar_scheme: ({ protocol }) =>
    `Die URL leitet zu ${protocol}// weiter; das wird nicht unterstützt.`,
  calendar_redirects: ({ most }) => `Die URL leitet mehr als ${most}-mal weiter.`,
}
