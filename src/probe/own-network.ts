import type { Clock } from "../platform/clock.ts"
import type { EgressSample } from "../graphql/monitoring/check/rules/check-result.ts"
import { checkEgress } from "./egress.ts"
import type { Family } from "./family.ts"
import { askNameServers } from "./name-servers.ts"
import { createSamples, type Sample } from "./samples.ts"

/** The parts of our own network an attempt used: a family (null for either), and our name servers if it failed there. */
export type Dependency = { family: Family | null; areNameServers: boolean }

/** Whether our own network was up throughout an attempt. */
export type Proof = {
  alive: boolean
  /** Whether it is up now, so that another attempt makes sense. */
  isBack: boolean
  /** What was probed, and whether it answered. */
  samples: EgressSample[]
  part: Family | "name servers" | null
}

export type OwnNetwork = ReturnType<typeof createOwnNetwork>

/** Linux repeats an unanswered SYN after a second: a later answer may be to the second one only. */
const promptMs = 900
const staleMs = 30_000

/**
 * State of our own network, by its anchors and name servers, per address family. A failed attempt counts only if
 * they answered before it started, while it ran and after it ended.
 */
export function createOwnNetwork({
  anchors,
  servers,
  clock,
}: {
  anchors: string[]
  servers: string[]
  clock: Clock
}) {
  const over = (family: Family) =>
    createSamples(() => checkEgress({ anchors, family, timeoutMs: promptMs, clock }), clock)
  const families = { 4: over(4), 6: over(6) }
  const names = createSamples(() => askNameServers(servers, clock, promptMs), clock)
  const parts = [families[4], families[6], names]

  async function proveFamily(family: Family, fromMs: number, toMs: number): Promise<Proof> {
    const sample = await families[family].over(fromMs, toMs)
    return toProof(sample, families[family].last, family)
  }

  async function proveEgress(family: Family | null, fromMs: number, toMs: number): Promise<Proof> {
    if (family !== null) return proveFamily(family, fromMs, toMs)
    const [four, six] = await Promise.all([
      proveFamily(4, fromMs, toMs),
      proveFamily(6, fromMs, toMs),
    ])
    // Both families failed: one that was up is enough to count the failure.
    return {
      alive: four.alive || six.alive,
      isBack: four.isBack || six.isBack,
      samples: [...four.samples, ...six.samples],
      part: null,
    }
  }

  async function proveNames(fromMs: number, toMs: number): Promise<Proof> {
    return toProof(await names.over(fromMs, toMs), names.last, "name servers")
  }

  return {
    /** Resolves once all parts were probed; from then on they are probed each second until disposed. */
    async watch(): Promise<Disposable> {
      const stops = parts.map((part) => part.watch())
      await Promise.all(parts.map((part) => part.next()))
      return {
        [Symbol.dispose]() {
          for (const stop of stops) stop()
        },
      }
    },
    /** Probe all parts right now, for an attempt that starts now. */
    mark(): void {
      for (const part of parts) part.mark()
    },
    /** Whether it was up when last probed; probes again in the background when that is stale. */
    wasAlive(family: Family): boolean {
      const { last } = families[family]
      if (last === undefined || clock.monotonicMs() - last.fromMs > staleMs) {
        void families[family].next()
      }
      return last?.alive === true
    },
    /** The state right now. */
    async now(family: Family | null): Promise<Proof> {
      const asked = family === null ? ([4, 6] as const) : [family]
      const samples = await Promise.all(asked.map((one) => families[one].next()))
      const alive = samples.some((one) => one.alive)
      return { alive, isBack: alive, samples: samples.flatMap((one) => one.samples), part: family }
    },
    /** Whether it was up from before an attempt started until after it ended, on the monotonic clock. */
    async prove(
      { family, areNameServers }: Dependency,
      fromMs: number,
      toMs: number,
    ): Promise<Proof> {
      const [egress, named] = await Promise.all([
        proveEgress(family, fromMs, toMs),
        areNameServers ? proveNames(fromMs, toMs) : null,
      ])
      return egress.alive && named?.alive === false ? named : egress
    },
  }
}

const toProof = (
  sample: Sample | null,
  last: Sample | undefined,
  part: Family | "name servers",
): Proof => ({
  alive: sample?.alive === true,
  isBack: last?.alive === true,
  samples: sample?.samples ?? last?.samples ?? [],
  part,
})
