import { evidence, nested } from "../parameters.ts"
import { z } from "zod"

export const documents = ["calendar", "metadata_document"] as const
export type Document = (typeof documents)[number]

export const serviceFaults = [
  "certificate_expired",
  "other_name",
  "untrusted",
  "no_tls",
  "password_rejected",
  "user_rejected",
  "no_database",
  "no_free_connections",
  "starting",
  "no_primary",
  "not_listening",
  "no_such_host",
  "host_not_resolved",
  "no_route",
  "silent",
  "closed",
  "error",
] as const
export type ServiceFault = (typeof serviceFaults)[number]

const what = { what: z.enum(documents) }

export const forbiddenKinds = [
  "private",
  "carrier_nat",
  "loopback",
  "unique_local",
  "this_network",
  "protocols",
  "documentation",
  "benchmarks",
  "as112",
  "amt_relay",
  "relay_6to4",
  "address_6to4",
  "multicast",
  "reserved",
  "metadata",
  "zone",
  "not_an_address",
  "not_global",
] as const
export type ForbiddenKind = (typeof forbiddenKinds)[number]

const none = z.object({})

/** Why shifts of an external calendar do not count. */
export const calendarWarningKinds = [
  "names_nobody",
  "unreadable",
  "unknown_time_zone",
  "without_end",
  "too_long",
  "too_often",
  "too_many",
  "superseded",
] as const
export type CalendarWarningKind = (typeof calendarWarningKinds)[number]

/** Why nothing was sent to a URL that a person gave, or why what it returned was not read. */
export const fetchCodes = {
  /** `resolved` is the forbidden address of a name; null if the name or address itself is forbidden. */
  nothing_sent: z.object({ host: evidence(), resolved: evidence().nullable(), why: nested() }),
  nothing_sent_without_tls: z.object({}),
  host_not_resolved_in_time: z.object({ host: evidence() }),
  host_not_resolved: z.object({ host: evidence(), errors: z.array(evidence()) }),
  document_host_silent: z.object({ ...what, seconds: z.number() }),
  document_host_unreachable: z.object({ ...what, error: evidence() }),
  document_cut_off: z.object(what),
  document_too_large: z.object({ ...what, mostBytes: z.number() }),
  /** Of a proxy between us and the host, by older versions. */
  proxy_failed: z.object({ error: evidence() }),
  /** `said` is null where it did not respond within `seconds`, or was not waited for. */
  proxy_unreachable: z.object({
    proxy: evidence(),
    said: evidence().nullable(),
    seconds: z.number().nullable(),
  }),
  /** `lack`: without credentials in the setting, or with others than the proxy takes. */
  proxy_refused: z.object({
    proxy: evidence(),
    status: z.number(),
    host: evidence(),
    setting: evidence(),
    lack: z.enum(["none", "wrong"]).nullable(),
  }),
  /** Clauses about a service that we use, without its address. */
  service_fault: z.object({ fault: z.enum(serviceFaults) }),
  service_returned: z.object({ status: z.number() }),
  /** Static copies of status pages. */
  bucket_returned: z.object({ status: z.number(), said: evidence() }),
  bucket_unreachable: z.object({ said: evidence() }),
  copy_not_written: z.object({ said: evidence() }),
  // Targets that the installation does not connect to. The first two are clauses.
  address_forbidden: z.object({ address: evidence(), kind: z.enum(forbiddenKinds) }),
  name_forbidden: z.object({ host: evidence() }),
  /** `setting` would allow it; null if none does. */
  target_forbidden: z.object({ why: nested(), setting: evidence().nullable() }),
  resolves_to_forbidden: z.object({
    host: evidence(),
    address: evidence(),
    why: nested(),
    setting: evidence().nullable(),
  }),
  resolver_forbidden: z.object({ why: nested(), setting: evidence().nullable() }),
  /** `subject` is a title, a time zone or a time; null for an event without a title. `count` events are concerned. */
  calendar_event_ignored: z.object({
    kind: z.enum(calendarWarningKinds),
    subject: evidence().nullable(),
    count: z.number(),
  }),
  /** Why it was not read; its last good copy counts. */
  calendar_url_unreadable: none,
  calendar_not_stored: none,
  calendar_not_read: none,
  calendar_endless: none,
  calendar_without_begin: none,
  calendar_without_end: none,
  calendar_time_zone_unknown: z.object({ timeZone: evidence() }),
  calendar_binary: none,
  calendar_status: z.object({ status: z.number() }),
  calendar_scheme: z.object({ protocol: evidence() }),
  calendar_redirects: z.object({ most: z.number() }),
}
