import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

export const connectionFaults = [
  "refused",
  "reset",
  "silent",
  "unreachable",
  "no_ipv6",
  "not_tried",
] as const

export const tlsFaults = [
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

const tlsFault = { fault: z.enum(tlsFaults), detail: evidence().nullable() }

export const connectionCodes = {
  /** No address accepted a connection; `errorCode` is the system's. Times in ms. */
  not_connected: z.object({
    tries: z.array(
      z.object({
        endpoint: evidence(),
        fault: z.enum(connectionFaults),
        errorCode: evidence().nullable(),
      }),
    ),
    withinMs: z.number().nullable(),
  }),
  connected_elsewhere: z.object({ why: nested() }),
  tls_handshake_failed: z.object({
    endpoint: evidence(),
    ...tlsFault,
    withinMs: z.number().nullable(),
  }),
  tls_connection_failed: z.object(tlsFault),
}
