import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})

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

/** Pings. Those after `ping_not_sent` are clauses that it is made of. Times in ms. */
export const pingCodes = {
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
}
