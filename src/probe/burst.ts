import type { Clock } from "../platform/clock.ts"

/** First attempts that ended within the last second, and those that our own network could have failed. */
export type Moment = { ended: number; suspect: number }

/** So many failures at once are more likely one fault of ours than many of the targets. */
export const isBurst = ({ ended, suspect }: Moment): boolean => suspect >= 10 && suspect * 5 > ended

const momentMs = 1000
const sliceMs = 100

/** Count first attempts in slices of 100 ms, so that memory stays constant whatever the load. */
export function createBurst({ monotonicMs }: Pick<Clock, "monotonicMs">) {
  let slices: (Moment & { at: number })[] = []

  function recent() {
    const from = monotonicMs() - momentMs
    slices = slices.filter(({ at }) => at > from)
    return slices
  }

  return {
    note(isSuspect: boolean): void {
      const at = Math.floor(monotonicMs() / sliceMs) * sliceMs
      let slice = slices.at(-1)
      if (slice?.at !== at) {
        slice = { at, ended: 0, suspect: 0 }
        recent().push(slice)
      }
      slice.ended += 1
      if (isSuspect) slice.suspect += 1
    },
    isOn(): boolean {
      const moment = { ended: 0, suspect: 0 }
      for (const { ended, suspect } of recent()) {
        moment.ended += ended
        moment.suspect += suspect
      }
      return isBurst(moment)
    },
  }
}
