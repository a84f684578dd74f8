import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { WebSocketServer, type WebSocket } from "ws"
import { newId } from "../platform/id.ts"
import { networkOf } from "../platform/peer.ts"
import type { Origins } from "./origin.ts"
import { createProtocol, type ProtocolNeeds } from "./protocol.ts"
import { createConcurrencyLimit } from "./concurrency-limit.ts"
import { asRefusal, Refusal } from "../http/refusal.ts"
import { writeRefusal } from "./server.ts"

type Needs = ProtocolNeeds & { origins: Origins; pingMs: number }

const maxMessageBytes = 64 * 1024
const waitingPerAddress = 200
const closeWaitMs = 2000

/** Accepts WebSockets at /graphql, closes those that miss a ping, and closes all on stop. */
export function createSocketServer({ origins, pingMs, ...needs }: Needs) {
  const { log, env } = needs.services
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const speak = createProtocol(needs)
  const waiting = createConcurrencyLimit(waitingPerAddress)
  let isStopping = false

  const alive = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, pingMs).unref()

  function upgrade(req: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Errors lead to "close", which is handled.
    stream.on("error", () => undefined)
    try {
      if (isStopping) throw new Refusal("unavailable", "The server is stopping. Connect again.")
      if (req.url?.split("?", 1)[0] !== "/graphql") {
        throw new Refusal("not_found", "WebSockets are only accepted at /graphql.")
      }
      origins.check(req)
      const release = waiting.acquire(networkOf(needs.peerOf(req)))
      if (release === null) {
        throw new Refusal(
          "rate_limited",
          "Too many sockets from this address have not authenticated yet.",
        )
      }
      const settle = setTimeout(release, needs.initWaitMs)
      stream.once("close", () => {
        clearTimeout(settle)
        release()
      })
      sockets.handleUpgrade(req, stream, head, (socket) => {
        alive.add(socket)
        socket.on("pong", () => alive.add(socket))
        speak(socket, req)
      })
    } catch (error) {
      writeRefusal(stream, asRefusal(error, { log, requestId: newId() }), env.BASE_URL)
    }
  }

  return {
    upgrade,
    /** Closes with 1012, after which clients reconnect and resume; terminates those that do not respond. */
    stop(): void {
      isStopping = true
      clearInterval(timer)
      for (const socket of sockets.clients) {
        socket.close(1012, "The server is restarting; connect again")
        const cut = setTimeout(() => socket.terminate(), closeWaitMs)
        socket.once("close", () => clearTimeout(cut))
      }
    },
  }
}
