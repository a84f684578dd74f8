/** Bounded queue with one reader. When it is full, `overflow` replaces everything queued. */
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
    /** Waits for items and returns up to `most` of them; null once the inbox is closed. */
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

/** Wraps a generator that waits for an inbox: closing the inbox first lets it return. */
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
