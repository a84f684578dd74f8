import { getServers } from "node:dns"
import type { Clock } from "../platform/clock.ts"
import type { Env } from "../platform/env.ts"
import { createDialer } from "./dial.ts"
import type { Guard, ProbeTools } from "./probe.ts"
import { createResolver } from "./resolve.ts"

/**
 * Packets get lost: a query is repeated early enough for its answer to arrive within most timeouts. Node looks once a
 * second, so this repeats after 2 s; 2000 would mostly repeat after 3.
 */
const resolveTimeoutMs = 1900

/** Those of the operator, or the system's. */
export const nameServers = ({ RESOLVERS }: Pick<Env, "RESOLVERS">): string[] =>
  RESOLVERS.length > 0 ? RESOLVERS : getServers()

/**
 * @param servers name servers, in the order in which they are asked.
 * @param choose which of them to ask now; by default all.
 */
export function createTools(
  guard: Guard,
  servers: string[],
  clock: Clock,
  choose?: (servers: string[]) => string[],
): ProbeTools {
  const resolver = createResolver({ servers, timeoutMs: resolveTimeoutMs, choose })
  return { guard, resolver, clock, dialer: createDialer({ guard, resolver, clock }) }
}
