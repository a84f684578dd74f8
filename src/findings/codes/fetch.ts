import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

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
  /** Of a proxy between us and the host. */
  proxy_failed: z.object({ error: evidence() }),
  /** Clauses about a service that we use, without its address. */
  service_fault: z.object({ fault: z.enum(serviceFaults) }),
  service_returned: z.object({ status: z.number() }),
  /** Static copies of status pages, and backups. */
  bucket_returned: z.object({ status: z.number(), said: evidence() }),
  bucket_unreachable: z.object({ said: evidence() }),
  copy_not_written: z.object({ said: evidence() }),
  backup_failed: z.object({ said: evidence() }),
  backup_process_ended: z.object({ signal: evidence() }),
}
