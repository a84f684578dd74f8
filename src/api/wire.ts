import type { WebSocket as Wire } from "graphql-ws"
import type { WebSocket } from "ws"
import type { Teller } from "../graphql/present.ts"

/** What may wait in memory for a reader that is slower than its streams. */
const maxWaitingBytes = 1024 * 1024
const closeWaitMs = 5000

/** Sends a text, unless the socket is closing; `onSent` is called once its bytes are with the system. */
export type Send = (text: string, onSent: () => void) => void

/** Sends with a bounded buffer: who lets too much wait is closed. */
export function sendOn(socket: WebSocket): Send {
  function cut(): void {
    socket.close(4413, "This reader is too slow for its streams")
    // The close frame queues behind what is not being read.
    const timer = setTimeout(() => socket.terminate(), closeWaitMs)
    socket.once("close", () => clearTimeout(timer))
  }

  return (text, onSent) => {
    if (socket.readyState !== socket.OPEN) {
      onSent()
      return
    }
    // A failed send is followed by "close", which ends the streams.
    socket.send(text, onSent)
    if (socket.bufferedAmount > maxWaitingBytes) cut()
  }
}

/** Gives a socket to graphql-ws; faults are logged and never shown. */
export function dressSocket(socket: WebSocket, send: Send, { log, requestId }: Teller): Wire {
  socket.on("error", (err) => log.debug({ err, requestId }, "a socket failed"))

  return {
    protocol: socket.protocol,
    send: (data) => new Promise((resolve) => send(data, resolve)),
    close: (code, reason) => socket.close(code, reason),
    onMessage(listener) {
      socket.on("message", (data, isBinary) => {
        if (isBinary) {
          socket.close(4400, "Messages are text, in JSON")
          return
        }
        // The server hands every message over as one Buffer.
        listener((data as Buffer).toString()).catch((err: unknown) => {
          log.error({ err, requestId }, "a socket's message failed")
          socket.close(4500, "Something went wrong on our side")
        })
      })
    },
  }
}
