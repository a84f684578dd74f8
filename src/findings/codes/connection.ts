import { evidence, nested } from "../parameters.ts"
import { z } from "zod"

const connectionFaults = [
  "refused",
  "reset",
  "silent",
  "unreachable",
  "no_ipv6",
  "not_tried",
] as const

const tlsFaults = [
  "unfinished",
  "closed",
  "died",
  "plain_port",
  "old_version",
  "unknown_name",
  "no_common_protocol",
  "client_certificate",
  "refused",
  "other",
] as const

export type TlsFault = (typeof tlsFaults)[number]

const connectionFault = z.object({
  endpoint: evidence(),
  fault: z.enum(connectionFaults),
  /** The system's. */
  errorCode: evidence().nullable(),
})
export type ConnectionFault = z.output<typeof connectionFault>

const tlsFault = { fault: z.enum(tlsFaults), detail: evidence().nullable() }

const none = z.object({})
const refused = z.object({ errorCode: evidence() })

export const connectionCodes = {
  /** No address accepted a connection. Times in ms. */
  not_connected: z.object({
    tries: z.array(connectionFault),
    withinMs: z.number().nullable(),
  }),
  /** A warning: another address was reached. */
  reached_instead: connectionFault.extend({ reached: evidence() }),
  connected_elsewhere: z.object({ why: nested() }),
  tls_handshake_failed: z.object({
    endpoint: evidence(),
    ...tlsFault,
    withinMs: z.number().nullable(),
  }),
  tls_connection_failed: z.object(tlsFault),
  // Why a browser would refuse a certificate. Times are ISO 8601.
  certificate_expired: z.object({ at: z.string() }),
  issuer_certificate_expired: z.object({ issuer: evidence(), at: z.string() }),
  chain_expired: none,
  certificate_not_yet_valid: z.object({ from: z.string() }),
  certificate_self_signed: none,
  chain_self_signed: none,
  chain_without_issuer: z.object({ issuer: evidence() }),
  chain_incomplete: none,
  certificate_signature_wrong: none,
  certificate_revoked: none,
  certificate_not_for_servers: none,
  certificate_too_weak: refused,
  certificate_untrusted: refused,
  /** `names` are the first of those that it is for. */
  certificate_for_others: z.object({
    names: z.array(evidence()),
    more: z.number(),
    host: evidence(),
  }),
}
