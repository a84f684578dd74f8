/** Ring buffer of numbered events, for readers at different positions. */
export function createEventLog<T>(capacity: number) {
  let kept: T[] = []
  /** Number of the oldest kept event. */
  let start = 0
  return {
    push(event: T): void {
      kept.push(event)
      if (kept.length <= capacity) return
      kept.shift()
      start += 1
    },
    /** Number of the next event. */
    end: (): number => start + kept.length,
    /** Up to `count` events from that number on; null if some of them are no longer kept. */
    since: (number: number, count: number): T[] | null =>
      number < start ? null : kept.slice(number - start, number - start + count),
    clear(): void {
      start += kept.length
      kept = []
    },
  }
}
