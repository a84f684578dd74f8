import { cacheExchange, Client, fetchExchange, mapExchange, subscriptionExchange } from "urql"
import { fetchOrTake } from "../sign-in/first-session.ts"
import { doubtSession } from "../sign-in/session.ts"
import { withPermissions } from "./permitted.ts"
import type { createSocket } from "./socket.ts"

/** One client per session, so that its cache ends with the session. */
export function createClient(): { client: Client; close(): void } {
  const socket = createLateSocket()
  let isClosed = false
  const client = new Client({
    url: "/graphql",
    preferGetMethod: false,
    fetch: fetchOrTake,
    fetchOptions: { credentials: "same-origin" },
    exchanges: [
      mapExchange({
        onOperation: withPermissions,
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
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe(
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
            ),
          }),
        }),
      }),
    ],
  })
  return {
    client,
    close() {
      isClosed = true
      socket.dispose()
    },
  }
}

type Socket = ReturnType<typeof createSocket>

async function loadSocket(): Promise<Socket> {
  const { createSocket } = await import("./socket.ts")
  return createSocket()
}

/** The socket loads with the first subscription: the first page is shown without it. */
function createLateSocket() {
  let loading: Promise<Socket> | null = null
  let isDisposed = false
  return {
    subscribe(...[payload, sink]: Parameters<Socket["subscribe"]>): () => void {
      let isLeft = false
      let leave: (() => void) | undefined
      loading ??= loadSocket()
      loading.then(
        (socket) => {
          if (!isLeft && !isDisposed) leave = socket.subscribe(payload, sink)
        },
        (error: unknown) => {
          // Without the script, as without the server: the subscriber tries again.
          loading = null
          if (!isLeft) sink.error(error)
        },
      )
      return () => {
        isLeft = true
        leave?.()
      }
    },
    dispose() {
      isDisposed = true
      void loading?.then((socket) => socket.dispose())
    },
  }
}
