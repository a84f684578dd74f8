import type { WebSocket } from "ws"
import type { ResultStream } from "../graphql/live/stream.ts"
import type { Send } from "./socket-adapter.ts"

/** The generator that graphql-ws sees: it yields nothing and ends when the stream ends. */
export type Carried = AsyncGenerator<never, void, void> & { stream: ResultStream }

const texts = new WeakMap<object, string>()

/** A result as JSON, serialized once even if it goes to many clients. */
function textOf(result: object): string {
  const known = texts.get(result) ?? JSON.stringify(result)
  texts.set(result, known)
  return known
}

/**
 * Sends a stream's results as `next` messages of graphql-transport-ws. Bypasses the library, which would serialize
 * each result per client.
 */
export function carry(stream: ResultStream, id: string, socket: WebSocket, send: Send): Carried {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  /** Messages of this stream that are still buffered; other streams share the socket. */
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
        stream.start({
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
