import { setTimeout } from "node:timers/promises"
import type { Clock } from "../clock.ts"
import { ask } from "./dns/ask.ts"
import { parseServer } from "./dns/server.ts"
import type { EgressVerdict } from "./egress.ts"

const gatherMs = 100
const timeoutMs = 1500
/** Every server that resolves names at all knows who serves the root. */
const root = { name: ".", type: "NS" } as const

/**
 * Whether our own name servers answer anything: a resolver that is dead, or cut off from the world, must not be
 * taken for names that are. Failures of the same moment share one look, which begins after all of them.
 */
export function createNameServerCheck(servers: string[], clock: Clock) {
  let gathering: Promise<EgressVerdict> | null = null

  async function look(): Promise<EgressVerdict> {
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

  async function gather(): Promise<EgressVerdict> {
    await setTimeout(gatherMs)
    gathering = null
    return look()
  }

  return {
    check(): Promise<EgressVerdict> {
      gathering ??= gather()
      return gathering
    },
  }
}
