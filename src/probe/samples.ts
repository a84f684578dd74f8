import { setTimeout as wait } from "node:timers/promises"
import type { Clock } from "../platform/clock.ts"
import type { EgressVerdict } from "./egress.ts"

/** One probe of a part of our own network: `alive` when something answered before the probe was repeated. */
export type Sample = EgressVerdict & { fromMs: number; toMs: number }

/** Failures within this share a sample, which starts after all of them. */
const gatherMs = 100
/** Longest pause between samples of a watch; randomized, or a network that flaps at the same rate would seem up. */
const everyMs = 1000
/** Samples further apart prove nothing about the time between them. */
const mostGapMs = 1600
/** Attempts that start within this share a sample. */
const togetherMs = 10
/** Covers two attempts of the longest timeout and the time between them. */
const keepMs = 150_000

/**
 * Sample one part of our own network: on demand, and each second while watched.
 *
 * @param ask must settle in about a second.
 */
export function createSamples(
  ask: () => Promise<EgressVerdict>,
  clock: Pick<Clock, "monotonicMs">,
) {
  let taken: Sample[] = []
  let gathering: Promise<Sample> | null = null
  let timer: NodeJS.Timeout | undefined
  let watchers = 0
  let begunAtMs = -Infinity
  const under = new Set<Promise<Sample>>()

  async function take(): Promise<Sample> {
    const fromMs = clock.monotonicMs()
    const verdict = await ask()
    const sample = { ...verdict, fromMs, toMs: clock.monotonicMs() }
    taken = [...taken.filter((one) => one.fromMs > fromMs - keepMs), sample].toSorted(
      (a, b) => a.fromMs - b.fromMs,
    )
    return sample
  }

  function begin(): Promise<Sample> {
    begunAtMs = clock.monotonicMs()
    const taking = take()
    under.add(taking)
    void taking.finally(() => under.delete(taking))
    return taking
  }

  function plan(): void {
    timer = setTimeout(
      () => {
        void begin()
        plan()
      },
      everyMs * (0.6 + 0.4 * Math.random()),
    )
  }

  async function gather(): Promise<Sample> {
    await wait(gatherMs)
    gathering = null
    return begin()
  }

  return {
    /** A sample that starts after now. */
    next(): Promise<Sample> {
      gathering ??= gather()
      return gathering
    },
    /** Sample right now, for an attempt that starts now. */
    mark(): void {
      if (clock.monotonicMs() - begunAtMs > togetherMs) void begin()
    },
    /** Sample about each second until the returned function is called. */
    watch(): () => void {
      watchers += 1
      if (watchers === 1) plan()
      return () => {
        watchers -= 1
        if (watchers === 0) clearTimeout(timer)
      }
    },
    get last(): Sample | undefined {
      return taken.at(-1)
    },
    /**
     * The sample that decides whether this part was up from shortly before one moment until after the other, on the
     * monotonic clock: the first that found it down, otherwise the one after the end; null when they leave a gap.
     *
     * @param startMs start of the attempt, if later than `fromMs`. The first sample must have its answer by then: one
     *   under way may have asked a moment later, when the network was back.
     */
    async over(
      fromMs: number,
      toMs: number,
      startMs = fromMs,
      isUp: (sample: Sample) => boolean = ({ alive }) => alive,
    ): Promise<Sample | null> {
      const after = await this.next()
      // Earlier samples may still be waiting for an answer.
      await Promise.all(under)
      const before = taken.findLastIndex((one) => one.fromMs <= fromMs && one.toMs <= startMs)
      const during = taken.slice(Math.max(0, before), taken.indexOf(after) + 1)
      const dead = during.find((one) => !isUp(one))
      if (dead !== undefined) return dead
      const moments = [...during.map((one) => one.fromMs).filter((at) => at < toMs), toMs]
      const isClose = moments.every((at, index) => at - (moments[index - 1] ?? at) <= mostGapMs)
      return before !== -1 && isClose ? after : null
    },
  }
}
