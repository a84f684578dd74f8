import { createMcpHandler } from "@modelcontextprotocol/server"
import { contextFor } from "../graphql/kernel/context.ts"
import type { Exchange } from "../http/exchange.ts"
import type { Services } from "../platform/services.ts"
import type { KeyActor } from "./call-tool.ts"
import type { KeyHolder } from "./handle.ts"
import { createResourceEvents } from "./resource-events.ts"
import { serveWeb } from "./serve-web.ts"
import type { Connection, Serve } from "./server.ts"
import { watchStream } from "./watch-stream.ts"

type Needs = {
  services: Services
  serve: Serve
  keyHolder: KeyHolder
  /** Ends the open streams. */
  stopping: AbortSignal
}

type Listening = { actor: KeyActor; connection: Connection; body: unknown }

/** Of one key, in this process. */
const mostStreams = 20

/** Serves `subscriptions/listen`: a stream of changes until the client leaves or loses its access. */
export function createListener({ services, serve, keyHolder, stopping }: Needs) {
  const { log } = services
  const streams = new Map<string, number>()

  return async function listen(
    { req, res, requestId, peer }: Omit<Exchange, "path">,
    { actor, connection, body }: Listening,
  ): Promise<void> {
    const onerror = (err: Error) => log.debug({ err, requestId }, "an MCP request was refused")
    const { keyId, projectId } = actor
    const end = () => void handler.close()
    const labels = labelsOf(actor)
    const authenticate = async () => {
      if (labelsOf(await keyHolder(req, peer)) !== labels) end()
    }
    const { access } = contextFor(services, actor)
    const watch = () => {
      streams.set(keyId, (streams.get(keyId) ?? 0) + 1)
      stopping.addEventListener("abort", end, { once: true })
      const unwatch = watchStream(services, { projectId, authenticate, end })
      return () => {
        unwatch()
        stopping.removeEventListener("abort", end)
        const left = (streams.get(keyId) ?? 1) - 1
        if (left > 0) streams.set(keyId, left)
        else streams.delete(keyId)
      }
    }
    const bus = createResourceEvents(services.bus, projectId, {
      watch,
      sees: labels === "" ? null : (type, id) => access.sees(projectId, { type, id }),
      // What was missed is read again with the next stream.
      fail(err) {
        log.debug({ err, requestId }, "could not look up what a stream may hear of")
        end()
      },
    })
    const maxSubscriptions = (streams.get(keyId) ?? 0) < mostStreams ? 1 : 0
    const handler = createMcpHandler(({ era }) => serve(connection, era === "modern"), {
      onerror,
      bus,
      maxSubscriptions,
    })
    await serveWeb(handler, { req, res }, { connection, body, listens: true })
  }
}

/** The labels that a caller is limited to; empty without a limit. */
const labelsOf = ({ labelIds = [] }: KeyActor): string => labelIds.toSorted().join(" ")
