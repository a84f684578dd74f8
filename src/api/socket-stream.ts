import type { WebSocket } from "ws"
import type { ResultStream } from "../graphql/stream.ts"
import type { Send } from "./wire.ts"

/** What graphql-ws holds of a stream: it waits for its end and may leave before, and hears of no result. */
export type Carried = AsyncGenerator<never, void, void> & { stream: ResultStream }

const texts = new WeakMap<object, string>()

/** A result in JSON: made once of a result that goes to many. */
function textOf(result: object): string {
  const known = texts.get(result) ?? JSON.stringify(result)
  texts.set(result, known)
  return known
}

/** Sends a stream's results as `next` messages of graphql-transport-ws, past the library, which makes each anew. */
export function carry(stream: ResultStream, id: string, socket: WebSocket, send: Send): Carried {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  /** Its own messages that are not with the system yet: others may wait on the same socket. */
  let waiting = 0
  let isFull = false
  let hasBegun = false

  function sent(): void {
    waiting -= 1
    if (!isFull || waiting > 0) return
    isFull = false
    stream.resume()
  }

  const over = { done: true, value: undefined } as const
  const carried: Carried = {
    stream,
    async next() {
      if (!hasBegun) {
        hasBegun = true
        stream.flow({
          take(result) {
            waiting += 1
            send(`${head}${textOf(result)}}`, sent)
            isFull = waiting > 0 && socket.bufferedAmount > 0
            return !isFull
          },
          done: () => undefined,
        })
      }
      await stream.ended
      return over
    },
    return() {
      stream.leave()
      return Promise.resolve(over)
    },
    throw(error) {
      stream.leave()
      return Promise.reject(error)
    },
    [Symbol.asyncIterator]: () => carried,
    [Symbol.asyncDispose]() {
      stream.leave()
      return Promise.resolve()
    },
  }
  return carried
}
