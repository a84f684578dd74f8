import type { IncomingMessage } from "node:http"
import type { GraphQLError } from "graphql"
import type { Context as SocketContext } from "graphql-ws"
import { makeServer } from "graphql-ws"
import type { WebSocket } from "ws"
import type { Actor } from "../graphql/access.ts"
import { contextFor } from "../graphql/context.ts"
import { DomainError } from "../graphql/errors.ts"
import type { Admitted, Executor } from "../graphql/execute.ts"
import { isStream, run } from "../graphql/execute.ts"
import { present } from "../graphql/present.ts"
import { countRequest } from "../graphql/usage/count.ts"
import { newId } from "../id.ts"
import type { PeerOf } from "../peer.ts"
import type { Services } from "../services.ts"
import type { Authenticate } from "./authenticate.ts"
import type { Credentials } from "./credentials.ts"
import { credentialEnded } from "./graphql.ts"
import { createQuota, holderOf } from "./quota.ts"
import { headersOf } from "./receive.ts"
import { refusalBeyond } from "../rest/rate-limit.ts"
import { asRefusal } from "../rest/refusal.ts"
import type { Carried } from "./socket-stream.ts"
import { carry } from "./socket-stream.ts"
import type { Send } from "./wire.ts"
import { dressSocket, sendOn } from "./wire.ts"

export type ProtocolNeeds = {
  services: Services
  executor: Executor
  authenticate: Authenticate
  credentials: Credentials
  peerOf: PeerOf
  initWaitMs: number
}

/** What one socket carries through its life. */
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
/** How long the streams of an ended credential may take to say so before the socket closes. */
const farewellMs = 1000

/** Speaks graphql-transport-ws on one socket until it closes. */
export function createProtocol(needs: ProtocolNeeds) {
  const { services, executor, authenticate, credentials, initWaitMs } = needs
  const { log } = services
  const perActor = createQuota(socketsPerActor)

  async function greet(live: Live): Promise<boolean> {
    const { connectionParams, extra } = live
    const { socket, req } = extra
    const headers = headersOf(req)
    const given = connectionParams?.["authorization"] ?? connectionParams?.["Authorization"]
    if (typeof given === "string") headers.set("authorization", given.replace(/[^\x20-\x7e]/g, " "))
    const actor = await authenticate(headers)
    if (actor.kind === "anonymous") {
      throw new DomainError(
        "unauthorized",
        'Sign in, or send {"authorization": "Bearer …"} as the payload of connection_init.',
      )
    }
    const release = perActor.take(holderOf(actor))
    if (release === null) {
      socket.close(4429, `At most ${socketsPerActor} sockets may be open at once`)
      return false
    }
    // It may have gone while we looked at its key, and then nobody would release.
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
            `At most ${operationsPerSocket} operations may be open on one socket; complete one first.`,
          ),
        ]
      }
      if (actor.kind === "key") {
        const refusal = refusalBeyond(await countRequest(services, actor), services.clock.now())
        if (refusal !== null) return [new DomainError("rate_limited", refusal.message)]
        // The key may have ended while its request was counted.
        if (live.extra.actor === null) return [credentialEnded()]
      }
      const ctx = contextFor(services, actor)
      return executor.admit({ document: query, variables, operationName, ctx, requestId })
    },
    execute: (args) => run(args as Admitted) as never,
    subscribe: (args) => run(args as Admitted) as never,
    onOperation({ extra: { socket, send } }, id, _payload, _args, result) {
      const ours = result as Awaited<ReturnType<typeof run>>
      return isStream(ours) ? carry(ours, id, socket, send) : undefined
    },
    // Errors are told already by the executor; the protocol's own wording of them would lose their codes.
    onNext: (_live, _id, _payload, _args, result) => result as never,
    onError: (live, _id, _payload, errors) =>
      errors.map((error) => present(error, { log, requestId: live.extra.requestId })),
  })

  return (socket: WebSocket, req: IncomingMessage): void => {
    const requestId = newId()
    const send = sendOn(socket)
    const closed = server.opened(dressSocket(socket, send, { log, requestId }), {
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

/** Each stream says why it ends and completes; then the socket closes. */
async function dismiss({ subscriptions, extra }: Live): Promise<void> {
  extra.actor = null
  const carried = Object.values(subscriptions).filter((one) => one !== null) as Carried[]
  const streams = carried.map(({ stream }) => stream)
  for (const stream of streams) stream.end(credentialEnded())
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, farewellMs)
  await Promise.race([Promise.all(streams.map(({ ended }) => ended)), late.promise])
  clearTimeout(timer)
  // The protocol's own "complete" is written in the turn after the stream ended.
  setImmediate(() => extra.socket.close(4403, "The session or key of this socket has ended"))
}

/** A close frame holds 123 bytes. */
const closeReason = (text: string): string =>
  Buffer.byteLength(text) <= 123
    ? text
    : `${Buffer.from(text)
        .subarray(0, 119)
        .toString()
        .replace(/\ufffd+$/, "")}…`
