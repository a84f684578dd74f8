import type {
  CalendarWarningKind,
  Document,
  fetchCodes,
  ForbiddenKind,
  ServiceFault,
} from "../codes/fetch.ts"
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

const kinds: Record<ForbiddenKind, (address: string) => string> = {
  private: (address) => `${address} is a private address`,
  carrier_nat: (address) => `${address} is a carrier-grade NAT address`,
  loopback: (address) => `${address} is a loopback address`,
  unique_local: (address) => `${address} is a unique local address`,
  this_network: (address) => `${address} is an address of this network`,
  protocols: (address) => `${address} is an address reserved for protocols`,
  documentation: (address) => `${address} is an address reserved for documentation`,
  benchmarks: (address) => `${address} is an address reserved for benchmarks`,
  as112: (address) => `${address} is an AS112 address`,
  amt_relay: (address) => `${address} is an AMT relay address`,
  relay_6to4: (address) => `${address} is a 6to4 relay address`,
  address_6to4: (address) => `${address} is a 6to4 address, which embeds an IPv4 address`,
  multicast: (address) => `${address} is a multicast address`,
  reserved: (address) => `${address} is a reserved address`,
  metadata: (address) => `${address} is a link-local or cloud metadata address`,
  zone: (address) => `${address} has a zone id`,
  not_an_address: (address) => `"${address}" is not an IP address`,
  not_global: (address) => `${address} is not a global IPv6 address`,
}

const advice = (setting: string | null): string =>
  setting === null
    ? "No setting allows it."
    : `To allow it, add its range to ${setting} on the server.`

const ignored: Record<Exclude<CalendarWarningKind, "too_many">, string> = {
  names_nobody: "names no member; the layers apply",
  unreadable: "cannot be read",
  unknown_time_zone: "is an unknown time zone",
  without_end: "has no end",
  too_long: "is longer than 366 days and was cut",
  too_often: "repeats too often; only the first occurrences count",
  superseded: "is replaced by a later revision",
}

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
  proxy_unreachable: ({ proxy, said, seconds }) =>
    `The proxy ${proxy} cannot be reached: ${said ?? (seconds === null ? "aborted" : `no response within ${seconds} s`)}.`,
  proxy_refused({ proxy, status, host, setting, lack }) {
    const rules = {
      none: `: it requires a user and password in ${setting}`,
      wrong: `: it does not accept the user and password in ${setting}`,
    }
    return `The proxy ${proxy} returned ${status}${lack === null ? ` for ${host}` : rules[lack]}.`
  },
  service_fault: ({ fault }) => faults[fault],
  service_returned: ({ status }) => `it returned ${status}`,
  bucket_returned: ({ status, said }) => `The bucket returned ${status}: ${said}.`,
  bucket_unreachable: ({ said }) => `The bucket cannot be reached: ${said}.`,
  copy_not_written: ({ said }) => `The copy could not be written: ${said}.`,
  address_forbidden: ({ address, kind }) => kinds[kind](address),
  name_forbidden: ({ host }) => `${host} is an internal name`,
  target_forbidden: ({ why, setting }, { say }) => `${say(why)}. ${advice(setting)}`,
  resolves_to_forbidden: ({ host, address, why, setting }, { say }) =>
    `${host} resolves to ${address}; ${say(why)}. ${advice(setting)}`,
  resolver_forbidden: ({ why, setting }, { say }) =>
    `The resolver is not allowed: ${say(why)}. ${advice(setting)}`,
  calendar_event_ignored({ kind, subject, count }) {
    if (kind === "too_many") {
      return `From ${subject ?? ""} on, ${count} occurrences exceed the limit of 5,000.`
    }
    const title = subject === null ? "An event without a title" : `"${subject}"`
    return `${title}${count === 1 ? "" : ` (${count}×)`} ${ignored[kind]}.`
  },
  calendar_url_unreadable: () =>
    "The calendar's URL cannot be decrypted, because SECRET_KEY has changed. Enter it again.",
  calendar_not_stored: () =>
    "The calendar could not be stored because of an internal error. See the server's log.",
  calendar_not_read: () => "The calendar could not be read.",
  calendar_endless: () => "The calendar takes too long to parse. An event may repeat endlessly.",
  calendar_without_begin: () => "This is not a calendar: it does not begin with BEGIN:VCALENDAR.",
  calendar_without_end: () => "The calendar is cut off: it has no END:VCALENDAR.",
  calendar_time_zone_unknown: ({ timeZone }) =>
    `The calendar uses an unknown time zone: ${timeZone}.`,
  calendar_binary: () => "The URL returned binary data, not a calendar.",
  calendar_status: ({ status }) => `The URL returned status ${status}.`,
  calendar_scheme: ({ protocol }) => `The URL redirects to ${protocol}//, which is not supported.`,
  calendar_redirects: ({ most }) => `The URL redirects more than ${most} times.`,
}
