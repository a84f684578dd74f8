import type { Document, fetchCodes, ServiceFault } from "../codes/fetch.ts"
import type { WordsOf } from "../words.ts"

const names: Record<Document, string> = {
  calendar: "The calendar",
  metadata_document: "The metadata document",
}

const faults: Record<ServiceFault, string> = {
  certificate_expired: "its certificate has expired",
  other_name: "its certificate is for another name",
  untrusted: "its certificate is not trusted",
  no_tls: "no TLS connection can be made",
  password_rejected: "it rejected the password",
  user_rejected: "it rejected the user",
  no_database: "the database does not exist",
  no_free_connections: "it has no free connections: raise max_connections, or lower DATABASE_POOL",
  starting: "it is starting or stopping",
  no_primary: "none of its hosts can be written to",
  not_listening: "nothing is listening at its address",
  no_such_host: "its host name does not exist",
  host_not_resolved: "its host name could not be resolved",
  no_route: "no route leads to its address",
  silent: "it does not respond",
  closed: "it closed the connection",
  error: "it returned an error",
}

const size = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`

export const fetch: WordsOf<typeof fetchCodes> = {
  nothing_sent: ({ host, resolved, why }, { say }) =>
    `Nothing was sent. ${resolved === null ? "" : `${host} resolves to ${resolved}: `}${say(why)}.`,
  nothing_sent_without_tls: () =>
    "Nothing was sent. URLs without TLS are only allowed for addresses in REACHABLE_RANGES. Use https://.",
  host_not_resolved_in_time: ({ host }) => `${host} could not be resolved in time.`,
  host_not_resolved: ({ host, errors }) =>
    `${host} could not be resolved: ${errors.join(" and ")}.`,
  document_host_silent: ({ what, seconds }) =>
    `${names[what]}'s host did not respond within ${seconds} s.`,
  document_host_unreachable: ({ what, error }) =>
    `${names[what]}'s host could not be reached: ${error}.`,
  document_cut_off: ({ what }) => `${names[what]}'s host closed the connection before the end.`,
  document_too_large: ({ what, mostBytes }) => `${names[what]} is larger than ${size(mostBytes)}.`,
  proxy_failed: ({ error }) => `${error}.`,
  service_fault: ({ fault }) => faults[fault],
  service_returned: ({ status }) => `it returned ${status}`,
  bucket_returned: ({ status, said }) => `The bucket returned ${status}: ${said}.`,
  bucket_unreachable: ({ said }) => `The bucket cannot be reached: ${said}.`,
  copy_not_written: ({ said }) => `The copy could not be written: ${said}.`,
  backup_failed: ({ said }) => `${said}.`,
  backup_process_ended: ({ signal }) => `Its process was ended by ${signal}.`,
}
