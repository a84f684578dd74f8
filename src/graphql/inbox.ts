/** A bounded queue with one reader. Past its size everything queued is replaced by `overflow`. */
export function createInbox<T extends {}>(size: number, overflow: T) {
  let items: T[] = []
  let wake: (() => void) | null = null
  let isClosed = false
  return {
    push(item: T): void {
      if (items.length >= size) items = [overflow]
      else items.push(item)
      wake?.()
    },
    /** What waits, `most` at the most and one at least; null once the inbox is closed. */
    async next(most: number): Promise<T[] | null> {
      while (items.length === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      wake = null
      return isClosed ? null : items.splice(0, most)
    },
    close(): void {
      isClosed = true
      wake?.()
    },
  }
}

/** What a generator yields that waits for an inbox: it could not be returned unless that is closed first. */
export function leavable<T>(
  rows: AsyncGenerator<T>,
  inbox: { close(): void },
): AsyncIterableIterator<T> {
  return {
    next: () => rows.next(),
    return: () => {
      inbox.close()
      return rows.return(undefined)
    },
    throw: (error) => rows.throw(error),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
