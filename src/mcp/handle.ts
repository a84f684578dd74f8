import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { createMcpHandler } from "@modelcontextprotocol/server"
import type { Executor } from "../graphql/execution/execute.ts"
import { countRequest } from "../graphql/workspace/usage/count-usage.ts"
import type { Exchange } from "../http/exchange.ts"
import { readBody } from "../http/read-body.ts"
import { Refusal } from "../http/refusal.ts"
import { derivedFrom } from "../platform/derived-from.ts"
import type { Services } from "../platform/services.ts"
import { rateHeaders, refusalBeyond } from "../rest/rate-limit.ts"
import type { KeyActor } from "./call-tool.ts"
import { createListener } from "./listen.ts"
import { ProtocolRequest } from "./protocol-request.ts"
import { serveWeb } from "./serve-web.ts"
import { createMcpServers, type Connection } from "./server.ts"

const maxBytes = 1024 * 1024

/** Authenticates by a legacy key. @throws {DomainError} unauthorized */
export type KeyHolder = (req: IncomingMessage, peer: string) => Promise<KeyActor>

type Needs = {
  services: Services
  executor: Executor
  keyHolder: KeyHolder
  /** Ends the open streams. */
  stopping: AbortSignal
}

/** Handles /mcp: Streamable HTTP without sessions, each request by itself. */
export function createMcp({ services, executor, keyHolder, stopping }: Needs) {
  const { env, log } = services
  const serve = createMcpServers(services, executor)
  const isForeign = createForeigners(env)
  const listen = createListener({ services, serve, keyHolder, stopping })
  const handler = createMcpHandler(
    ({ era, requestInfo }) => {
      if (!(requestInfo instanceof ProtocolRequest)) throw new Error("it was given one")
      return serve(requestInfo.connection, era === "modern")
    },
    {
      onerror: (err) => log.debug({ err }, "an MCP request was refused"),
      maxSubscriptions: 0,
    },
  )

  /** @throws {Refusal | DomainError} sent by the server as a problem document. */
  return async function handle({ req, res, requestId, peer }: Exchange): Promise<void> {
    const refusal = isForeign(req)
    if (refusal !== null) throw refusal
    const actor = await keyHolder(req, peer)
    const counted = await countRequest(services, actor)
    for (const [name, value] of Object.entries(rateHeaders(counted))) {
      if (value !== undefined) res.setHeader(name, value)
    }
    const beyond = refusalBeyond(counted)
    if (beyond !== null) throw beyond
    res.setHeader("cache-control", "no-store")
    const body = req.method === "POST" ? parsedOf(await readBody(req, maxBytes)) : undefined
    const client = (req.headers["user-agent"] ?? "unknown").slice(0, 100)
    const connection = connectionOf(actor, { client, requestId, method: methodOf(body) })
    if (connection.method === "subscriptions/listen") {
      return listen({ req, res, requestId, peer }, { actor, connection, body })
    }
    await serveWeb(handler, { req, res }, { connection, body, listens: false })
  }
}

/** A function of its own, so that what keeps the connection does not keep the request too. */
const connectionOf = (actor: KeyActor, rest: Omit<Connection, "actor">): Connection => ({
  actor: () => Promise.resolve(actor),
  ...rest,
})

const methodOf = (body: unknown): string | null =>
  typeof body === "object" && body !== null && "method" in body && typeof body.method === "string"
    ? body.method
    : null

/** Unreadable JSON stays text, which the protocol refuses in its own form. */
function parsedOf(bytes: Buffer): unknown {
  const text = bytes.toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * A page that had its name resolve to this machine (DNS rebinding) still sends that name as Host and as Origin, so
 * both must be ours. Names without a dot cannot be bought, and addresses cannot be rebound.
 */
function createForeigners(env: Services["env"]): (req: IncomingMessage) => Refusal | null {
  const own = derivedFrom(
    () => env.BASE_URL,
    (baseUrl) => {
      const origins = new Set([new URL(baseUrl).origin, ...env.ALLOWED_ORIGINS])
      return { origins, hosts: new Set([...origins].map((origin) => new URL(origin).hostname)) }
    },
  )
  const isOurs = (host: string): boolean =>
    own().hosts.has(host) ||
    !host.includes(".") ||
    host.endsWith(".localhost") ||
    isIP(host.replaceAll(/[[\]]/g, "")) !== 0

  return ({ headers: { host = "", origin } }) => {
    const url = `http://${host}`
    const name = URL.canParse(url) ? new URL(url).hostname : host
    if (!isOurs(name)) {
      return new Refusal(
        "foreign_origin",
        `/mcp is not served under the name ${name.slice(0, 200)}. Use the host of BASE_URL, or set BASE_URL to this one.`,
      )
    }
    if (origin === undefined || own().origins.has(origin)) return null
    return new Refusal(
      "foreign_origin",
      `Pages of ${origin.slice(0, 200)} may not call /mcp. Add that origin to ALLOWED_ORIGINS if they should.`,
    )
  }
}
