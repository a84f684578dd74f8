import type { Document, fetchCodes, ServiceFault } from "../codes/fetch.ts"
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
  service_fault: ({ fault }) => faults[fault],
  service_returned: ({ status }) => `er antwortete mit ${status}`,
  bucket_returned: ({ status, said }) => `Der Bucket antwortete mit ${status}: ${said}.`,
  bucket_unreachable: ({ said }) => `Der Bucket ist nicht erreichbar: ${said}.`,
  copy_not_written: ({ said }) => `Die Kopie ließ sich nicht schreiben: ${said}.`,
  backup_failed: ({ said }) => `${said}.`,
  backup_process_ended: ({ signal }) => `Der Prozess wurde durch ${signal} beendet.`,
}
