import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { GraphQLError } from "graphql"
import type { Context as SocketContext } from "graphql-ws"
import { makeServer } from "graphql-ws"
import type { WebSocket } from "ws"
import { WebSocketServer } from "ws"
import type { Actor } from "../graphql/access.ts"
import { contextFor } from "../graphql/context.ts"
import { DomainError } from "../graphql/errors.ts"
import type { Admitted, Executor } from "../graphql/execute.ts"
import { run } from "../graphql/execute.ts"
import { present } from "../graphql/present.ts"
import type { ResultStream } from "../graphql/stream.ts"
import { newId } from "../id.ts"
import type { Services } from "../services.ts"
import type { Authenticate } from "./authenticate.ts"
import type { Credentials } from "./credentials.ts"
import { credentialEnded } from "./graphql.ts"
import type { Origins } from "./origin.ts"
import { createQuota, holderOf } from "./quota.ts"
import { headersOf } from "./receive.ts"
import { asRefusal, Refusal } from "./refusal.ts"
import { writeRefusal } from "./server.ts"
import { dressSocket } from "./wire.ts"

type Needs = {
  services: Services
  executor: Executor
  authenticate: Authenticate
  credentials: Credentials
  origins: Origins
  pingMs: number
  initWaitMs: number
}

/** What one socket carries through its life. */
type Extra = { socket: WebSocket; req: IncomingMessage; requestId: string; actor: Actor | null }
type Live = SocketContext<Record<string, unknown> | undefined, Extra>

const maxMessageBytes = 64 * 1024
const operationsPerSocket = 50
const socketsPerActor = 100
const waitingPerAddress = 200
/** How long the streams of an ended credential may take to say so before the socket closes. */
const farewellMs = 1000

/** GraphQL over WebSocket in the graphql-transport-ws protocol. */
export function createSocketServer(needs: Needs) {
  const { services, executor, authenticate, credentials, origins, pingMs, initWaitMs } = needs
  const { log, env } = services
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const perActor = createQuota(socketsPerActor)
  const waiting = createQuota(waitingPerAddress)
  let isStopping = false

  async function greet({ connectionParams, extra }: Live): Promise<boolean> {
    const { socket, req } = extra
    const headers = headersOf(req)
    const given = connectionParams?.["authorization"] ?? connectionParams?.["Authorization"]
    if (typeof given === "string") headers.set("authorization", given.replace(/[^\x20-\x7e]/g, " "))
    const actor = await authenticate(headers, req.socket.remoteAddress)
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
    extra.actor = actor
    socket.once("close", release)
    if (socket.readyState !== socket.OPEN) release()
    return true
  }

  const server = makeServer<Record<string, unknown> | undefined, Extra>({
    connectionInitWaitTimeout: initWaitMs,
    async onConnect(live) {
      const { socket, requestId } = live.extra
      const isWelcome = await greet(live).catch((error: unknown) => {
        const { message, status } = asRefusal(error, { log, requestId })
        socket.close(status === 401 ? 4401 : 4500, closeReason(message))
        return false
      })
      if (!isWelcome) return false
      const { actor } = live.extra
      if (actor !== null) {
        const unwatch = credentials.watch(actor, () => void dismiss(live))
        socket.once("close", unwatch)
      }
      return true
    },
    onSubscribe(
      live,
      _id,
      { query, variables, operationName },
    ): Admitted | readonly GraphQLError[] {
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
      const ctx = contextFor(services, actor)
      return executor.admit({ document: query, variables, operationName, ctx, requestId })
    },
    execute: (args) => run(args as Admitted) as never,
    subscribe: (args) => run(args as Admitted) as never,
    // Errors are told already by the executor; the protocol's own wording of them would lose their codes.
    onNext: (_live, _id, _payload, _args, result) => result as never,
    onError: (live, _id, _payload, errors) =>
      errors.map((error) => present(error, { log, requestId: live.extra.requestId })),
  })

  sockets.on("connection", (socket: WebSocket, req: IncomingMessage) => {
    const requestId = newId()
    const closed = server.opened(dressSocket(socket, { log, requestId }), {
      socket,
      req,
      requestId,
      actor: null,
    })
    socket.once("close", (code, reason) => {
      closed(code, String(reason)).catch((err: unknown) =>
        log.error({ err, requestId }, "a socket's streams did not close"),
      )
    })
  })

  const alive = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, pingMs).unref()

  function upgrade(req: IncomingMessage, stream: Duplex, head: Buffer): void {
    // What goes wrong on the wire ends in "close", which is listened for.
    stream.on("error", () => undefined)
    const address = req.socket.remoteAddress ?? ""
    try {
      if (isStopping)
        throw new Refusal(503, "unavailable", "The server is stopping; connect again.")
      if (req.url?.split("?", 1)[0] !== "/graphql") {
        throw new Refusal(404, "not_found", "Sockets are only taken at /graphql.")
      }
      origins.check(req)
      const release = waiting.take(address)
      if (release === null) {
        throw new Refusal(429, "rate_limited", "Too many sockets of this address wait to begin.")
      }
      const settle = setTimeout(release, initWaitMs)
      stream.once("close", () => {
        clearTimeout(settle)
        release()
      })
      sockets.handleUpgrade(req, stream, head, (socket) => {
        alive.add(socket)
        socket.on("pong", () => alive.add(socket))
        sockets.emit("connection", socket, req)
      })
    } catch (error) {
      writeRefusal(stream, asRefusal(error, { log, requestId: newId() }), env.BASE_URL)
    }
  }

  return {
    upgrade,
    /** Closes with 1012, after which clients connect again and resume; cuts those that do not answer. */
    stop(): void {
      isStopping = true
      clearInterval(timer)
      for (const socket of sockets.clients) {
        socket.close(1012, "The server restarts; connect again")
        const cut = setTimeout(() => socket.terminate(), 2000)
        socket.once("close", () => clearTimeout(cut))
      }
    },
  }
}

/** Each stream says why it ends and completes; then the socket closes. */
async function dismiss({ subscriptions, extra }: Live): Promise<void> {
  extra.actor = null
  const streams = Object.values(subscriptions).filter((one) => one !== null) as ResultStream[]
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
