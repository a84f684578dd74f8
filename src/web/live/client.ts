import { createClient as createSocketClient } from "graphql-ws"
import { cacheExchange, Client, fetchExchange, mapExchange, subscriptionExchange } from "urql"
import { doubtSession } from "../sign-in/session.ts"
import { connected, disconnected } from "./connection.ts"

/** The server's close code for clients that are not signed in; the library does not reconnect after it. */
const unauthorizedCode = 4401
/** A ping is sent after this silence; its timeout ensures that a broken connection is noticed within five seconds. */
const pingMs = 2_500
const pongMs = 2_000

/** One client per session, so that its cache ends with the session. */
export function createClient(): { client: Client; close(): void } {
  const socket = createSocket()
  let isClosed = false
  const client = new Client({
    url: "/graphql",
    preferGetMethod: false,
    fetchOptions: { credentials: "same-origin" },
    exchanges: [
      mapExchange({
        onResult({ error }) {
          const isOver = error?.graphQLErrors.some(
            ({ extensions }) => extensions["code"] === "unauthorized",
          )
          // A response to a request of the previous session says nothing about the new one.
          if (isClosed) return
          if (isOver === true || error?.response?.status === 401) doubtSession()
        },
      }),
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables, operationName }) => ({
          subscribe(sink) {
            const unsubscribe = socket.subscribe(
              {
                query: query ?? "",
                ...(variables === undefined ? {} : { variables }),
                ...(operationName === undefined ? {} : { operationName }),
              },
              {
                next: (result) => sink.next(result as Parameters<typeof sink.next>[0]),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            )
            return { unsubscribe }
          },
        }),
      }),
    ],
  })
  return {
    client,
    close() {
      isClosed = true
      void socket.dispose()
    },
  }
}

function createSocket() {
  let pongTimer: ReturnType<typeof setTimeout> | undefined
  let isClosing = false
  const socket = createSocketClient({
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

/** Half a second to ten seconds with jitter, so that not all clients reconnect to a restarted server at once. */
export function retryMs(retries: number): number {
  const ms = Math.min(500 * 2 ** Math.min(retries, 6), 10_000)
  return ms / 2 + Math.random() * (ms / 2)
}

function waitBeforeRetry(retries: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, retryMs(retries))
    function done() {
      clearTimeout(timer)
      window.removeEventListener("online", done)
      resolve()
    }
    window.addEventListener("online", done)
  })
}
