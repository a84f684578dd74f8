import type { Finding } from "../../findings/finding.ts"
import type { Clock } from "../../platform/clock.ts"

const firstDelayMs = 100
const longestDelayMs = 5000
/** How long an end is counted and reported. */
const rememberedMs = 300_000

/** Ends of the process that decodes telemetry: how long to wait before it is started again, and what health says. */
export function createRestarts(clock: Pick<Clock, "monotonicMs">) {
  let ends: { atMs: number; how: string }[] = []

  function recent() {
    const sinceMs = clock.monotonicMs() - rememberedMs
    ends = ends.filter(({ atMs }) => atMs > sinceMs)
    return ends
  }

  return {
    /**
     * @param how a signal, or the code of its exit.
     * @returns after how many milliseconds it may be started again.
     */
    note(how: string): number {
      recent().push({ atMs: clock.monotonicMs(), how })
      return Math.min(longestDelayMs, firstDelayMs * 2 ** (ends.length - 1))
    },

    /** Null where it did not end within the last minutes. */
    finding(): Finding | null {
      const last = recent().at(-1)
      if (last === undefined) return null
      const parameters = { times: ends.length, minutes: rememberedMs / 60_000, how: last.how }
      return { code: "decoder_ended", parameters }
    },
  }
}
