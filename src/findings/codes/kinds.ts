import { evidence, nested } from "../parameters.ts"
import { z } from "zod"

const none = z.object({})
const afterRequest = z.object({ afterMs: z.number() })

const icmpFaults = [
  "time_exceeded",
  "network",
  "host",
  "filtered",
  "no_route",
  "address",
  "other",
] as const

const icmpFault = z.object({
  fault: z.enum(icmpFaults),
  icmpCode: z.number().nullable(),
  /** What the system or its `ping` said, where there is no other fault. */
  words: evidence().nullable(),
})
export type IcmpFault = z.output<typeof icmpFault>

const expected = { intervalMinutes: z.number(), graceMinutes: z.number() }

/** What went wrong with what a kind of monitor checks. Times in ms, sizes in bytes. */
export const kindCodes = {
  // Responses, before anything could be asserted of them.
  no_response: afterRequest,
  head_incomplete: afterRequest,
  body_incomplete: z.object({ bytes: z.number(), afterMs: z.number() }),
  only_interim_responses: afterRequest,
  too_many_interim_responses: z.object({ most: z.number() }),
  closed_without_response: none,
  closed_within_head: none,
  body_cut_off: z.object({ status: z.number(), bytes: z.number(), of: evidence().nullable() }),
  port_uses_tls: none,
  only_http2: none,
  http2_stream_ended: z.object({ errorCode: evidence() }),
  not_http2: z.object({ errorCode: evidence() }),
  not_http: z.object({ errorCode: evidence(), begin: evidence() }),
  head_too_large: none,
  protocol_switched: none,
  encoding_cut_off: z.object({ encoding: evidence(), bytes: z.number() }),
  encoding_mismatched: z.object({ encoding: evidence() }),
  request_not_sent: z.object({ error: evidence() }),
  url_without_http: none,
  redirect_loop: z.object({ url: evidence() }),
  redirect_without_location: z.object({ status: z.number() }),
  too_many_redirects: z.object({ most: z.number(), url: evidence() }),
  redirect_to_no_url: z.object({ from: evidence(), to: evidence() }),
  redirect_to_other_scheme: z.object({ from: evidence(), to: evidence(), scheme: evidence() }),
  after_redirect: z.object({ from: evidence(), cause: nested() }),
  // Pings. Those after `ping_not_sent` are clauses that it is made of. Times in ms.
  no_echo: z.object({ addresses: z.array(evidence()), echoes: z.number(), withinMs: z.number() }),
  /** What routers said, or the system or its `ping`. */
  target_unreachable: z.object({
    said: z.array(icmpFault.extend({ address: evidence() })),
  }),
  ping_not_sent: z.object({ why: nested() }),
  no_ipv6_here: none,
  echo_not_sent: z.object({ errorCode: evidence() }),
  icmp_deaf: none,
  /** `errorCodes` of the system; `program` is why its `ping` did not help. */
  icmp_not_allowed: z.object({ errorCodes: z.array(evidence()), program: nested() }),
  ping_program_not_started: z.object({ path: evidence(), error: evidence() }),
  ping_program_failed: z.object({
    path: evidence(),
    exitCode: z.number().nullable(),
    said: evidence(),
  }),
  too_many_ping_programs: z.object({ most: z.number() }),
  // Pings that did not come, or said that a job failed. Times are ISO 8601, durations in ms.
  ping_missing: z.object({ silentMs: z.number(), ...expected }),
  job_unfinished: z.object({ sinceMs: z.number(), ...expected }),
  job_failed: z.object({ agoMs: z.number(), said: evidence().nullable() }),
  failure_in_row: z.object({ count: z.number(), of: z.number() }),
  /** A ping is due in time over which nothing proved that it could arrive; `since` is null if nothing ever did. */
  ping_unproved: z.object({ since: z.string().nullable() }),
  /** No ping can arrive, as far as we know. */
  pings_unheard: none,
  ping_maybe_lost: z.object({
    due: z.string(),
    from: z.string(),
    to: z.string(),
    next: z.string(),
  }),
  telemetry_unproved: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
}
