import type { Seat, Watched, Watcher } from "./watcher.ts"

type Step<Row> = IteratorResult<Watched<Row>, void>

/** Events as whoever iterates asks for them, one after the other. */
export function pulled<Row>(
  join: (watcher: Watcher<Row, Watched<Row>>) => Seat,
): AsyncIterableIterator<Watched<Row>, void> {
  let seat: Seat | null = null
  let isOver = false
  let failure: { error: unknown } | null = null
  let answer: PromiseWithResolvers<Step<Row>> | null = null

  const watcher: Watcher<Row, Watched<Row>> = {
    make: (event) => Promise.resolve({ told: event, isPersonal: false }),
    take(event) {
      answer?.resolve({ done: false, value: event })
      answer = null
      return false
    },
    fail(error) {
      isOver = true
      if (answer === null) failure = { error }
      else answer.reject(error)
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
      answer = Promise.withResolvers()
      const { promise } = answer
      if (seat === null) seat = join(watcher)
      else seat.resume()
      return promise
    },
    async return() {
      isOver = true
      seat?.leave()
      answer?.resolve({ done: true, value: undefined })
      return Promise.resolve({ done: true, value: undefined })
    },
    [Symbol.asyncIterator]: () => events,
  }
  return events
}
