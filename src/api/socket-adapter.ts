import type { WebSocket as Wire } from "graphql-ws"
import type { WebSocket } from "ws"
import type { ErrorContext } from "../graphql/kernel/format-error.ts"

/** Bytes that may be buffered for a slow client. */
const maxWaitingBytes = 1024 * 1024
const closeWaitMs = 5000

/** Sends a text, unless the socket is closing. `onSent` is called once the operating system has the bytes. */
export type Send = (text: string, onSent: () => void) => void

/** Sends with a bounded buffer; a socket that exceeds it is closed. */
export function sendOn(socket: WebSocket): Send {
  function cut(): void {
    socket.close(4413, "The client reads too slowly")
    // The close frame waits behind unread bytes, so the socket may have to be terminated.
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

/** Connects a socket to graphql-ws; errors are logged and not shown to the client. */
export function adaptSocket(socket: WebSocket, send: Send, { log, requestId }: ErrorContext): Wire {
  socket.on("error", (err) => log.debug({ err, requestId }, "a socket failed"))

  return {
    protocol: socket.protocol,
    send: (data) => new Promise((resolve) => send(data, resolve)),
    close: (code, reason) => socket.close(code, reason),
    onMessage(listener) {
      socket.on("message", (data, isBinary) => {
        if (isBinary) {
          socket.close(4400, "Messages must be JSON text")
          return
        }
        // The server delivers every message as one Buffer.
        listener((data as Buffer).toString()).catch((err: unknown) => {
          log.error({ err, requestId }, "a socket's message failed")
          socket.close(4500, "Something went wrong on our side")
        })
      })
    },
  }
}
