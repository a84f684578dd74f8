import { describe, expect, test } from "vitest"
import { databaseAway, databaseAwayWhilePaging, redisAway } from "./whole/away.ts"
import { clockMoved } from "./whole/clock.ts"
import { rolesKilled } from "./whole/killed.ts"
import { networkCut } from "./whole/network.ts"
import { heartbeatUnheard, probeSuspended } from "./whole/suspended.ts"

/**
 * The whole program, each test on its own database. They run concurrently, because they mostly wait, five at a time
 * with the longest first.
 */
const faults: [fault: string, verdict: string, scenario: () => Promise<void>][] = [
  ["PostgreSQL is away while pages go out", "each arrives", databaseAwayWhilePaging],
  ["the wall clock is put 2 h on and 1 h back", "only what is true moves", clockMoved],
  ["the prober is suspended for 40 s", "no outage, no burst, no time of ours", probeSuspended],
  ["nobody could hear a heartbeat for 30 s", "no outage", heartbeatUnheard],
  ["roles are killed a dozen times", "every change, and each once", rolesKilled],
  ["the network goes, then only one host", "unknown, then an outage", networkCut],
  ["PostgreSQL is away for 20 s", "what was seen meanwhile arrives, no burst", databaseAway],
  ["Redis dies and comes back", "changes are decided and shown", redisAway],
]

describe.concurrent("our own faults declare no outage", () => {
  test.each(faults)("%s: %s", async (_fault, _verdict, scenario) => {
    // Of rejections with one stack, the report would show only the first.
    expect(await scenario().catch((error: unknown) => error)).toBeUndefined()
  })
})
