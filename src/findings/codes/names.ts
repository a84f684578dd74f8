import { z } from "zod"
import { evidence } from "../parameters.ts"

const lookupFaults = [
  "servfail",
  "refused",
  "silent",
  "unreachable",
  "malformed",
  "query_not_parsed",
  "query_not_supported",
  "other",
] as const

const nameServerFaults = [
  "silent",
  "refused",
  "reset",
  "not_queried",
  "sent",
  "sent_only",
  "sent_part",
  "sent_nothing",
  "truncates",
  "returned",
] as const

const strangeAnswers = [
  "other_id",
  "packet",
  "question",
  "other_question",
  "malformed",
  "truncated",
] as const

export type StrangeAnswer = (typeof strangeAnswers)[number]

/** What a name server did instead of answering; `bytes` is the size of a packet, or of the part that came. */
const nameServerFault = z.object({
  server: evidence(),
  fault: z.enum(nameServerFaults),
  what: z.enum(strangeAnswers).nullable(),
  bytes: z.number().nullable(),
  of: z.number().nullable(),
  errorCode: evidence().nullable(),
  overTcp: z.boolean(),
  /** The query was repeated over TCP, because the answer over UDP was truncated. */
  isAfterTruncation: z.boolean(),
  isClosed: z.boolean(),
})
export type NameServerFault = z.output<typeof nameServerFault>

const lookupFault = z.object({ fault: z.enum(lookupFaults), errorCode: evidence().nullable() })
export type LookupFault = z.output<typeof lookupFault>

const record = { name: evidence(), type: evidence() }

/** Look-ups of names, and monitors of DNS records. Times in ms. */
export const nameCodes = {
  name_invalid: z.object({ name: evidence() }),
  /** `server` is the one that said so, if one was asked by itself. */
  name_missing: z.object({ name: evidence(), server: evidence().nullable() }),
  name_without_address: z.object({ name: evidence() }),
  name_unresolved: z.object({ name: evidence(), faults: z.array(lookupFault) }),
  name_unresolved_in_time: z.object({ name: evidence(), servers: z.array(evidence()) }),
  name_slow: z.object({ afterMs: z.number() }),
  host_with_zone: z.object({ host: evidence() }),
  host_invalid: z.object({ host: evidence() }),
  record_missing: z.object({ ...record, alias: evidence().nullable(), server: evidence() }),
  /** The values as one text, cut where they are too many. */
  records_differ: z.object({
    ...record,
    count: z.number(),
    expected: evidence(),
    seen: evidence(),
  }),
  records_unanswered: z.object({
    ...record,
    afterMs: z.number(),
    faults: z.array(nameServerFault),
  }),
  no_name_server_for: z.object({ name: evidence() }),
  no_name_server: z.object({}),
  resolver_invalid: z.object({ resolver: evidence() }),
}
