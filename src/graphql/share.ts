/** How long what was made of a nudge may be given to others whom it reached too. */
const freshMs = 100

/**
 * What follows from a nudge, made once for all who hear it and are alike: the bus gives the same object to each.
 * Whoever comes late to it has it made anew, as a right may have ended meanwhile.
 */
export function createShare<T>() {
  const ofNudge = new WeakMap<object, Map<string, { made: Promise<T>; atMs: number }>>()
  return (nudge: object, key: string, make: () => Promise<T>): Promise<T> => {
    const all = ofNudge.get(nudge) ?? new Map<string, { made: Promise<T>; atMs: number }>()
    ofNudge.set(nudge, all)
    const known = all.get(key)
    const atMs = performance.now()
    if (known !== undefined && atMs - known.atMs < freshMs) return known.made
    const made = make()
    all.set(key, { made, atMs })
    return made
  }
}

let tick = { atMs: Number.NEGATIVE_INFINITY }

/** The same object for all who ask within half a second, so that many timers are one nudge. */
export function tickOf(): object {
  const atMs = performance.now()
  if (atMs - tick.atMs > 500) tick = { atMs }
  return tick
}
