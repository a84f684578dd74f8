import { evidence, nested } from "../parameters.ts"
import { z } from "zod"

const none = z.object({})

const howOften = ["most", "every_second", "every_third", "some"] as const
const attemptNouns = ["connection", "ping", "query"] as const
export type HowOften = (typeof howOften)[number]
export type AttemptNoun = (typeof attemptNouns)[number]

const family = z.object({ family: z.union([z.literal(4), z.literal(6)]) })
const anyFamily = z.object({ family: z.union([z.literal(4), z.literal(6)]).nullable() })
const servers = z.object({ servers: z.array(evidence()) })

/** What several attempts have in common, and faults of the prober itself. Times in ms. */
export const proberCodes = {
  /** One address fails while another works; a family where they differ in it. */
  works_elsewhere: z.object({
    works: z.object({ address: evidence().nullable(), family: z.number().nullable() }),
    fails: z.object({ address: evidence().nullable(), family: z.number().nullable() }),
    cause: nested(),
  }),
  fails_often: z.object({
    often: z.enum(howOften),
    noun: z.enum(attemptNouns),
    failed: z.number(),
    of: z.number(),
    last: nested(),
  }),
  no_reason: none,
  prober_stalled: z.object({ isBusy: z.boolean(), attempts: z.number() }),
  prober_late: none,
  prober_failed: z.object({ error: evidence() }),
  large_response_waited: none,
  body_judged_late: none,
  body_not_judged: z.object({ error: evidence().nullable() }),
  // Why a check says nothing about its target. Those after `inconclusive` are clauses that it is made of.
  inconclusive: z.object({ why: nested() }),
  check_itself_succeeded: none,
  check_itself: z.object({ cause: nested() }),
  anchors_not_up_throughout: none,
  name_servers_not_up_throughout: none,
  no_name_server_answered: z.object({ count: z.number() }),
  no_anchor_set: anyFamily,
  /** `isMissing`: this machine may not have the family at all. */
  no_anchor_answered: anyFamily.extend({ count: z.number(), isMissing: z.boolean() }),
  anchors_not_pinged_throughout: family,
  no_anchor_pinged: family.extend({ count: z.number() }),
  interface_down: none,
  neighbors_silent: none,
  no_honest_anchor: family,
  portal: family,
  http_portal: none,
  tls_inspected: family.extend({ issuer: evidence() }),
  clock_wrong: none,
  resolvers_fail: servers,
  resolvers_lie: servers,
  // What is unusual without being a failure.
  extra_bytes: none,
  unsolicited_continue: none,
  lenient_parser_accepts: z.object({ cause: nested() }),
  headers_withheld: z.object({ origin: evidence(), names: z.array(evidence()) }),
  body_longer: z.object({ mostMiB: z.number() }),
  response_time_inexact: none,
  /** `family` is null for the other addresses of both. */
  family_not_checked: anyFamily.extend({ cause: nested() }),
  failure_not_counted: anyFamily.extend({ cause: nested() }),
}
