import { setTimeout as wait } from "node:timers/promises"
import type { EgressSample } from "../../graphql/monitoring/check/rules/check-result.ts"
import type { Clock } from "../../platform/clock.ts"
import type { NetworkFinding } from "./finding.ts"

/** Whether a part of our own network showed what only an honest one can, and otherwise what it showed. */
export type Honesty = {
  alive: boolean
  /** Whether it showed what an honest network cannot, rather than nothing. */
  isFalse: boolean
  /** Whether all name servers deny what every name server knows. */
  denies?: boolean
  samples: EgressSample[]
  finding: NetworkFinding | null
}
export type TakenProof = Honesty & { fromMs: number; toMs: number }

/** Failures within this share a proof, which starts after all of them. */
const gatherMs = 100
/** Between the starts of proofs: anchors are asked at most once a second. */
const leastGapMs = 1000
/** How far from an attempt its proofs may be. */
const mostOffMs = 5000
/** An attempt may start a little later than planned. */
const spareMs = 1000
/** Covers two attempts of the longest timeout and the time between them. */
const keepMs = 150_000

/**
 * Shares proofs of one part of our own network: one is in flight, whatever the number of failures.
 *
 * @param onProof called with each proof.
 */
export function createProofs(
  prove: () => Promise<Honesty>,
  clock: Pick<Clock, "monotonicMs">,
  onProof: (proof: TakenProof) => void = () => undefined,
) {
  let taken: TakenProof[] = []
  let gathering: Promise<TakenProof> | null = null
  let running: Promise<unknown> = Promise.resolve()
  let startedMs = -Infinity

  async function run(ask: () => Promise<Honesty>): Promise<TakenProof> {
    const fromMs = clock.monotonicMs()
    startedMs = fromMs
    const proof = { ...(await ask()), fromMs, toMs: clock.monotonicMs() }
    taken = [...taken.filter((one) => one.fromMs > fromMs - keepMs), proof]
    onProof(proof)
    return proof
  }

  /** After the one under way, if any. */
  function take(ask: () => Promise<Honesty>): Promise<TakenProof> {
    const proof = running.then(() => run(ask))
    running = proof
    return proof
  }

  async function gather(): Promise<TakenProof> {
    await wait(gatherMs)
    await running
    await wait(Math.max(0, startedMs + leastGapMs - clock.monotonicMs()))
    gathering = null
    return take(prove)
  }

  /** A proof that starts after now. */
  function next(): Promise<TakenProof> {
    gathering ??= gather()
    return gathering
  }

  return {
    next,
    /** A proof by other means, right after the one under way. */
    take,
    /** For an attempt that starts in so many milliseconds: the last proof if it will be recent, or another. */
    recent(startsInMs = 0): Promise<TakenProof> {
      const last = taken.at(-1)
      const ageMs = clock.monotonicMs() + startsInMs - (last?.toMs ?? -Infinity)
      return last !== undefined && ageMs < mostOffMs - spareMs ? Promise.resolve(last) : next()
    },
    get last(): TakenProof | undefined {
      return taken.at(-1)
    },
    /**
     * The proof that decides whether this part was honest around an attempt, on the monotonic clock: the first that
     * was not, otherwise the one after the end; null if there is none shortly before.
     */
    async around(startMs: number, toMs: number): Promise<TakenProof | null> {
      const after = await next()
      const before = taken.findLastIndex((one) => one.toMs <= startMs)
      const around = taken.slice(Math.max(0, before), taken.indexOf(after) + 1)
      const isClose =
        before !== -1 &&
        startMs - (around[0]?.toMs ?? 0) <= mostOffMs &&
        after.fromMs - toMs <= mostOffMs
      return around.find(({ alive }) => !alive) ?? (isClose ? after : null)
    },
  }
}
