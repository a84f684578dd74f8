import type { Clock } from "../platform/clock.ts"
import type { EgressSample } from "../graphql/monitoring/check/rules/check-result.ts"
import { createAnchorReplies } from "./anchor-replies.ts"
import { checkEgress } from "./egress.ts"
import type { Family } from "./family.ts"
import { askNameServers } from "./name-servers.ts"
import { pingAnchors } from "./ping-anchors.ts"
import { createSamples, type Sample } from "./samples.ts"

/** The parts of our own network that an attempt used. */
export type Dependency = {
  /** Null for either. */
  family: Family | null
  /** True if it failed at our name servers. */
  areNameServers: boolean
  /** True if it waited for a reply to a ping, which a firewall of ours may drop while all else passes. */
  isPing: boolean
}

/** What a proof covers, on the monotonic clock: see `over` in samples.ts. */
type Span = [fromMs: number, toMs: number, startMs?: number]

/** Whether our own network was up throughout an attempt. */
export type Proof = {
  alive: boolean
  /** Whether it is up now, so that another attempt makes sense. */
  isBack: boolean
  /** What was probed, and whether it answered. */
  samples: EgressSample[]
  part: Part | null
}

type Part = Family | "name servers" | "IPv4 pings" | "IPv6 pings"

export type OwnNetwork = ReturnType<typeof createOwnNetwork>

/** Linux repeats an unanswered SYN after a second: a later answer may be to the second one only. */
const promptMs = 900
/** Of pings that only learn whether anchors reply to any. */
const patientMs = 2000
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
  const always = [families[4], families[6], names]

  const repliesOver = (family: Family) =>
    createAnchorReplies(() => pingAnchors({ anchors, family, timeoutMs: patientMs, clock }))
  const replies = { 4: repliesOver(4), 6: repliesOver(6) }
  const pingsOver = (family: Family) =>
    createSamples(async () => {
      const pinged = await pingAnchors({ anchors, family, timeoutMs: promptMs, clock })
      replies[family].noteAnchors(pinged)
      return pinged
    }, clock)
  const pings = { 4: pingsOver(4), 6: pingsOver(6) }
  const partsOf = (isPing: boolean) => (isPing ? [...always, pings[4], pings[6]] : always)

  async function proveFamily(family: Family, ...span: Span): Promise<Proof> {
    const sample = await families[family].over(...span)
    return toProof(sample, families[family].last, family)
  }

  async function proveEgress(family: Family | null, ...span: Span): Promise<Proof> {
    if (family !== null) return proveFamily(family, ...span)
    const [four, six] = await Promise.all([proveFamily(4, ...span), proveFamily(6, ...span)])
    // Both families failed: one that was up is enough to count the failure.
    return {
      alive: four.alive || six.alive,
      isBack: four.isBack || six.isBack,
      samples: [...four.samples, ...six.samples],
      part: null,
    }
  }

  /** Null if pings of the anchors prove nothing: they ignored all, while targets replied. */
  async function provePings(family: Family, ...span: Span): Promise<Proof | null> {
    const sample = await pings[family].over(...span)
    if (replies[family].doIgnore()) return null
    return toProof(sample, pings[family].last, `IPv${family} pings`)
  }

  async function proveNames(...span: Span): Promise<Proof> {
    return toProof(await names.over(...span), names.last, "name servers")
  }

  return {
    /**
     * Resolves once all parts were probed; from then on they are probed each second until disposed.
     *
     * @param isPing probe with pings too.
     */
    async watch(isPing: boolean): Promise<Disposable> {
      const parts = partsOf(isPing)
      const stops = parts.map((part) => part.watch())
      await Promise.all(parts.map((part) => part.next()))
      return {
        [Symbol.dispose]() {
          for (const stop of stops) stop()
        },
      }
    },
    /** Probe all parts right now, for an attempt that starts now. */
    mark(isPing: boolean): void {
      for (const part of partsOf(isPing)) part.mark()
    },
    /** Note that a target replied to a ping, and learn whether the anchors do. */
    noteReply(family: Family): void {
      replies[family].noteTarget()
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
    async prove({ family, areNameServers, isPing }: Dependency, ...span: Span): Promise<Proof> {
      const [egress, named, pinged] = await Promise.all([
        proveEgress(family, ...span),
        areNameServers ? proveNames(...span) : null,
        isPing && family !== null ? provePings(family, ...span) : null,
      ])
      const fails = [egress, named, pinged].find((proof) => proof?.alive === false)
      return fails ?? egress
    },
  }
}

const toProof = (sample: Sample | null, last: Sample | undefined, part: Part): Proof => ({
  alive: sample?.alive === true,
  isBack: last?.alive === true,
  samples: sample?.samples ?? last?.samples ?? [],
  part,
})
