import type { Document, fetchCodes } from "../codes/fetch.ts"
import type { WordsOf } from "../words.ts"

const names: Record<Document, string> = {
  calendar: "des Kalenders",
  metadata_document: "des Metadaten-Dokuments",
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
}
