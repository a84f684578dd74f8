import type { IncomingMessage } from "node:http"
import type { GraphQLError } from "graphql"
import { makeServer, type Context as SocketContext } from "graphql-ws"
import type { WebSocket } from "ws"
import type { Actor } from "../graphql/kernel/access.ts"
import { contextFor } from "../graphql/kernel/context.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { isStream, run, type Admitted } from "../graphql/execution/execute.ts"
import { formatError } from "../graphql/kernel/format-error.ts"
import { countRequest } from "../graphql/workspace/usage/count-usage.ts"
import { newId } from "../platform/id.ts"
import type { PeerOf } from "../platform/peer.ts"
import type { Services } from "../platform/services.ts"
import type { Authenticate } from "./authenticate.ts"
import type { Budget } from "./budget.ts"
import type { Credentials } from "./credentials.ts"
import { credentialEnded } from "./graphql.ts"
import { createConcurrencyLimit, holderOf } from "./concurrency-limit.ts"
import { headersOf } from "../http/read-request.ts"
import { refusalBeyond } from "../rest/rate-limit.ts"
import { asRefusal, Refusal } from "../http/refusal.ts"
import { carry, type Carried } from "./socket-stream.ts"
import { adaptSocket, sendOn, type Send } from "./socket-adapter.ts"

export type ProtocolNeeds = {
  services: Services
  budget: Budget
  authenticate: Authenticate
  credentials: Credentials
  peerOf: PeerOf
  initWaitMs: number
}

/** State of one socket. */
type Extra = {
  socket: WebSocket
  send: Send
  req: IncomingMessage
  requestId: string
  actor: Actor | null
}
type Live = SocketContext<Record<string, unknown> | undefined, Extra>

const operationsPerSocket = 50
const socketsPerActor = 100
/** How long streams of an ended credential may take to complete before the socket closes. */
const farewellMs = 1000

/** Serves graphql-transport-ws on one socket until it closes. */
export function createProtocol(needs: ProtocolNeeds) {
  const { services, budget, peerOf, authenticate, credentials, initWaitMs } = needs
  const { log } = services
  const perActor = createConcurrencyLimit(socketsPerActor)

  async function greet(live: Live): Promise<boolean> {
    const { connectionParams, extra } = live
    const { socket, req } = extra
    const headers = headersOf(req)
    const given = connectionParams?.["authorization"] ?? connectionParams?.["Authorization"]
    if (typeof given === "string") headers.set("authorization", given.replace(/[^\x20-\x7e]/g, " "))
    const actor = await authenticate(headers, peerOf(req))
    if (actor.kind === "anonymous") {
      throw new DomainError(
        "unauthorized",
        'Sign in, or send {"authorization": "Bearer …"} as the payload of connection_init.',
      )
    }
    const release = perActor.acquire(holderOf(actor))
    if (release === null) {
      socket.close(4429, `You can have at most ${socketsPerActor} open sockets`)
      return false
    }
    // The socket may have closed while its key was looked up; then nothing would release its place.
    if (socket.readyState !== socket.OPEN) {
      release()
      return false
    }
    extra.actor = actor
    socket.once("close", release)
    socket.once(
      "close",
      credentials.watch(actor, () => void dismiss(live)),
    )
    return true
  }

  const server = makeServer<Record<string, unknown> | undefined, Extra>({
    connectionInitWaitTimeout: initWaitMs,
    onConnect: (live) =>
      greet(live).catch((error: unknown) => {
        const { socket, requestId } = live.extra
        const { message, status } = asRefusal(error, { log, requestId })
        socket.close(status === 401 ? 4401 : 4500, closeReason(message))
        return false
      }),
    async onSubscribe(
      live,
      _id,
      { query, variables, operationName },
    ): Promise<Admitted | readonly GraphQLError[]> {
      const { actor, requestId } = live.extra
      if (actor === null) return [credentialEnded()]
      if (Object.keys(live.subscriptions).length > operationsPerSocket) {
        return [
          new DomainError(
            "rate_limited",
            `One socket can have at most ${operationsPerSocket} open operations. Complete one first.`,
          ),
        ]
      }
      if (actor.kind === "key") {
        const refusal = refusalBeyond(await countRequest(services, actor))
        if (refusal !== null) return [new DomainError("rate_limited", refusal.message)]
        // The key may have ended while its request was counted.
        if (live.extra.actor === null) return [credentialEnded()]
      }
      const ctx = contextFor(services, actor)
      const order = { document: query, variables, operationName, ctx, requestId }
      try {
        return budget.authorize(order, peerOf(live.extra.req))
      } catch (error) {
        if (error instanceof Refusal) return [new DomainError("rate_limited", error.message)]
        throw error
      }
    },
    execute: (args) => run(args as Admitted) as never,
    subscribe: (args) => run(args as Admitted) as never,
    onOperation({ extra: { socket, send } }, id, _payload, _args, result) {
      const ours = result as Awaited<ReturnType<typeof run>>
      return isStream(ours) ? carry(ours, id, socket, send) : undefined
    },
    // The executor has formatted the errors; the library's own formatting would drop their codes.
    onNext: (_live, _id, _payload, _args, result) => result as never,
    onError: (live, _id, _payload, errors) =>
      errors.map((error) => formatError(error, { log, requestId: live.extra.requestId })),
  })

  return (socket: WebSocket, req: IncomingMessage): void => {
    const requestId = newId()
    const send = sendOn(socket)
    const closed = server.opened(adaptSocket(socket, send, { log, requestId }), {
      socket,
      send,
      req,
      requestId,
      actor: null,
    })
    socket.once("close", (code, reason) => {
      closed(code, String(reason)).catch((err: unknown) =>
        log.error({ err, requestId }, "a socket's streams did not close"),
      )
    })
  }
}

/** Ends each stream with an error, then closes the socket. */
async function dismiss({ subscriptions, extra }: Live): Promise<void> {
  extra.actor = null
  const carried = Object.values(subscriptions).filter((one) => one !== null) as Carried[]
  const streams = carried.map(({ stream }) => stream)
  for (const stream of streams) stream.end(credentialEnded())
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, farewellMs)
  await Promise.race([Promise.all(streams.map(({ ended }) => ended)), late.promise])
  clearTimeout(timer)
  // The library writes "complete" in the tick after a stream ends.
  setImmediate(() => extra.socket.close(4403, "The session or key of this socket has ended"))
}

/** A close frame carries at most 123 bytes of reason. */
const closeReason = (text: string): string =>
  Buffer.byteLength(text) <= 123
    ? text
    : `${Buffer.from(text)
        .subarray(0, 119)
        .toString()
        .replace(/\ufffd+$/, "")}…`
