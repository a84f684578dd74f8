import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const family = z.object({ family: z.union([z.literal(4), z.literal(6)]) })
const anyFamily = z.object({ family: z.union([z.literal(4), z.literal(6)]).nullable() })
const servers = z.object({ servers: z.array(evidence()) })

/** Why a check says nothing about its target. Those after `inconclusive` are clauses that it is made of. */
export const ownNetworkCodes = {
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
}
