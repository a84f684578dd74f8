import type { WatchHandle, Watched, Watcher } from "./watcher.ts"

type Step<Row> = IteratorResult<Watched<Row>, void>

/** Adapts a watch to an async iterator that pulls one event at a time. */
export function toAsyncIterator<Row>(
  join: (watcher: Watcher<Row, Watched<Row>>) => WatchHandle,
): AsyncIterableIterator<Watched<Row>, void> {
  let handle: WatchHandle | null = null
  let isOver = false
  let failure: { error: unknown } | null = null
  let pending: PromiseWithResolvers<Step<Row>> | null = null

  const watcher: Watcher<Row, Watched<Row>> = {
    execute: (event) => Promise.resolve({ result: event, isPersonal: false }),
    take(event) {
      pending?.resolve({ done: false, value: event })
      pending = null
      return false
    },
    fail(error) {
      isOver = true
      if (pending === null) failure = { error }
      else pending.reject(error)
    },
  }

  function finish(): Step<Row> {
    if (failure === null) return { done: true, value: undefined }
    const { error } = failure
    failure = null
    throw error
  }

  const events: AsyncIterableIterator<Watched<Row>, void> = {
    async next() {
      if (isOver) return finish()
      pending = Promise.withResolvers()
      const { promise } = pending
      if (handle === null) handle = join(watcher)
      else handle.resume()
      return promise
    },
    async return() {
      isOver = true
      handle?.leave()
      pending?.resolve({ done: true, value: undefined })
      return Promise.resolve({ done: true, value: undefined })
    },
    [Symbol.asyncIterator]: () => events,
  }
  return events
}
