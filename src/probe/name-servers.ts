import type { Clock } from "../platform/clock.ts"
import { ask } from "./dns/ask.ts"
import { parseServer } from "./dns/server.ts"
import type { EgressVerdict } from "./egress.ts"

/** Every working resolver knows the root servers. */
const root = { name: ".", type: "NS" } as const

/**
 * Whether our own name servers answer: a resolver that is down or cut off must not be mistaken for missing names.
 * Never rejects.
 */
export async function askNameServers(
  servers: string[],
  clock: Pick<Clock, "monotonicMs">,
  timeoutMs: number,
): Promise<EgressVerdict> {
  const signal = AbortSignal.timeout(timeoutMs)
  const samples = await Promise.all(
    servers.map(async (text) => {
      const server = parseServer(text)
      const from = clock.monotonicMs()
      const asked = server && (await ask([server], root, signal))
      const durationMs = clock.monotonicMs() - from
      const reachable = asked !== null && asked.server !== null
      return { anchor: `name server ${text}`, reachable, durationMs }
    }),
  )
  return { alive: samples.some(({ reachable }) => reachable), samples }
}
