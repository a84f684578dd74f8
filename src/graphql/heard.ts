/** What was heard, in order and numbered, for readers who are not all equally far. */
export function createHeard<T>(most: number) {
  let kept: T[] = []
  /** The number of the first that is kept. */
  let from = 0
  return {
    push(one: T): void {
      kept.push(one)
      if (kept.length <= most) return
      kept.shift()
      from += 1
    },
    /** The number of what is heard next. */
    end: (): number => from + kept.length,
    /** From that number on, `count` at the most; null where some of it is no longer kept. */
    since: (number: number, count: number): T[] | null =>
      number < from ? null : kept.slice(number - from, number - from + count),
    forget(): void {
      from += kept.length
      kept = []
    },
  }
}
