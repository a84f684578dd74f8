import type { Clock } from "../../platform/clock.ts"
import { parseServer } from "../dns/server.ts"
import { askResolver, type KnownName, type ResolverReply } from "./ask-resolver.ts"
import type { Honesty } from "./proofs.ts"

const timeoutMs = 3000
/** A name server that once knew the names must know them so long; then a filter may have been set up. */
const keepMs = 3_600_000
/** How long an address that a name server invented stays suspect. */
const inventedMs = 3_600_000

/**
 * Proves each name server by what it knows. What one has shown before, it must show now: a server that knows only the
 * root may be honest, one that no longer knows what it did is not.
 */
export function createNamesProof(
  servers: string[],
  names: KnownName[],
  { monotonicMs }: Pick<Clock, "monotonicMs">,
) {
  const knewNamesMs = new Map<string, number>()
  const inventions = new Map<string, number>()
  let bad: string[] = []

  function isHonest({ server, knows, isLying }: ResolverReply): boolean {
    if (knows.names) knewNamesMs.set(server, monotonicMs())
    const knewMs = knewNamesMs.get(server) ?? -Infinity
    const mustKnowNames = monotonicMs() - knewMs < keepMs
    return !isLying && (knows.names || (knows.root && !mustKnowNames))
  }

  return {
    async prove(): Promise<Honesty> {
      const signal = AbortSignal.timeout(timeoutMs)
      const fromMs = monotonicMs()
      const replies = await Promise.all(
        servers.map(async (text) => {
          const server = parseServer(text)
          const reply = server && (await askResolver(server, names, signal))
          return { text, reply, isHonest: reply !== null && isHonest(reply) }
        }),
      )
      for (const one of replies.flatMap(({ reply }) => reply?.inventions ?? [])) {
        inventions.set(one, monotonicMs())
      }
      bad = replies.flatMap(({ text, isHonest }) => (isHonest ? [] : [text]))
      const isFalse = servers.length > 0 && replies.every(({ reply }) => reply?.isLying === true)
      const durationMs = monotonicMs() - fromMs
      const samples = replies.map(({ text, isHonest }) => {
        return { anchor: `name server ${text}`, reachable: isHonest, durationMs }
      })
      const alive = bad.length < servers.length
      const denies = servers.length > 0 && replies.every(({ reply }) => reply?.deniesRoot === true)
      const finding = { code: isFalse ? "resolvers_lie" : "resolvers_fail", servers: bad } as const
      return { alive, isFalse, denies, samples, finding: alive ? null : finding }
    },
    /** Name servers without those that the last proof found dishonest, unless all are. */
    honest(all: string[]): string[] {
      const left = all.filter((one) => !bad.includes(one))
      return left.length > 0 ? left : all
    },
    /** Name servers that the last proof found dishonest. */
    get bad(): readonly string[] {
      return bad
    },
    /** Whether a name server recently gave this address to a name that does not exist. */
    isInvented: (address: string): boolean =>
      monotonicMs() - (inventions.get(address) ?? -Infinity) < inventedMs,
  }
}
