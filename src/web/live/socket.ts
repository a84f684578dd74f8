import { createClient } from "graphql-ws"
import { doubtSession } from "../sign-in/session.ts"
import { connected, disconnected } from "./connection.ts"
import { waitBeforeRetry } from "./retry.ts"

/** The server's close code for clients that are not signed in; the library does not reconnect after it. */
const unauthorizedCode = 4401
/** A ping is sent after this silence; its timeout ensures that a broken connection is noticed within five seconds. */
const pingMs = 2_500
const pongMs = 2_000

/** The socket of all subscriptions; it opens with the first one. */
export function createSocket() {
  let pongTimer: ReturnType<typeof setTimeout> | undefined
  let isClosing = false
  const socket = createClient({
    url: () => `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/graphql`,
    // One socket for the whole visit, opened by the first subscription.
    lazy: true,
    lazyCloseTimeout: 3_000,
    keepAlive: pingMs,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => waitBeforeRetry(retries),
    on: {
      connected: () => connected(),
      closed(event) {
        clearTimeout(pongTimer)
        const isClean = event instanceof CloseEvent && event.code === 1000
        disconnected(isClosing || isClean)
        const isRefused = event instanceof CloseEvent && event.code === unauthorizedCode
        if (isRefused && !isClosing) doubtSession()
      },
      // A half-open connection swallows a ping without an error; only the pong proves that it works.
      ping(isReceived) {
        if (!isReceived) pongTimer = setTimeout(() => socket.terminate(), pongMs)
      },
      pong(isReceived) {
        if (isReceived) clearTimeout(pongTimer)
      },
    },
  })
  const onOffline = () => socket.terminate()
  window.addEventListener("offline", onOffline)
  return {
    subscribe: socket.subscribe,
    dispose() {
      isClosing = true
      window.removeEventListener("offline", onOffline)
      return socket.dispose()
    },
  }
}
