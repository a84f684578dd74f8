import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

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
}
