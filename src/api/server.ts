import { randomUUIDv7 } from "node:crypto"
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { Duplex } from "node:stream"
import { derivedFrom } from "../platform/derived-from.ts"
import type { Env } from "../platform/env.ts"
import { newId } from "../platform/id.ts"
import type { PeerOf } from "../platform/peer.ts"
import type { Services } from "../platform/services.ts"
import { traced } from "../platform/tracing.ts"
import { trackPending } from "./broken-request.ts"
import type { Exchange } from "../http/exchange.ts"
import type { ProblemCode } from "../http/problems.ts"
import { asRefusal, graphqlError, problemBody, refuseFaults, Refusal } from "../http/refusal.ts"
import { matches, requireMethod, type Route } from "../http/route.ts"

/** Large enough for a long query in the URL beside cookies and a key. */
const maxHeaderSize = 32 * 1024

/** Answers from memory, with these headers added; false if the request must be handled in full. */
export type Recall = (
  req: IncomingMessage,
  res: ServerResponse,
  guards: readonly (readonly [string, string])[],
  more: readonly string[],
) => boolean

/** URLs whose rest is a secret, which must not be logged. */
const secret =
  /^(\/(?:acknowledge|api\/auth\/reset-password|confirm|invitations|link|on-call|password|ping|status\/preview|subscriptions|verify)\/).+$/

const withoutSecret = (path: string): string => path.replace(secret, "$1…")

/** One node:http server over a table of routes: assigns request ids, sets security headers and formats errors. */
export function createHttpServer(
  services: Services,
  peerOf: PeerOf,
  routes: Route[],
  recall: Recall,
): Server {
  const { env, log, clock } = services
  const guardsNow = derivedFrom(
    () => env.BASE_URL,
    () => secureHeaders(env),
  )
  const pending = trackPending()

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = randomUUIDv7()
    const startedMs = clock.monotonicMs()
    const url = originForm(req)
    const path = url.split("?", 1)[0] ?? "/"
    const route = path.startsWith("/") ? routes.find((one) => matches(one, path)) : undefined
    const guards = guardsNow()
    try {
      if (!recall(req, res, guards, ["X-Request-Id", requestId])) {
        res.setHeader("X-Request-Id", requestId)
        for (const [name, value] of guards) res.setHeader(name, value)
        requireHost(req)
        if (route === undefined) {
          throw new Refusal("validation_failed", "The request target must begin with a slash.")
        }
        if (route.methods !== null) requireMethod({ req }, route.methods)
        await handle(route, { req, res, path, requestId, peer: peerOf(req) })
      }
    } catch (error) {
      refuse(error, { res, path, requestId, route })
    }
    log.debug(
      {
        requestId,
        method: req.method,
        path: withoutSecret(path),
        status: res.statusCode,
        ms: clock.monotonicMs() - startedMs,
      },
      "answered",
    )
  }

  type Refused = Omit<Exchange, "req" | "peer"> & { route: Route | undefined }

  function refuse(error: unknown, { res, path, requestId, route }: Refused): void {
    const refusal = asRefusal(error, { log, requestId })
    if (res.headersSent) {
      // Half of the response is sent; only a closed connection shows that it is incomplete.
      res.destroy()
      return
    }
    const isGraphql = route?.refusals === "graphql"
    res.statusCode = refusal.status
    for (const [name, value] of Object.entries(refusal.headers)) {
      if (value !== undefined) res.setHeader(name, value)
    }
    res.setHeader("cache-control", "no-store")
    res.setHeader(
      "content-type",
      isGraphql ? "application/json; charset=utf-8" : "application/problem+json",
    )
    res.end(
      isGraphql
        ? JSON.stringify({ errors: [graphqlError(refusal)] })
        : problemBody(refusal, env.BASE_URL, path, requestId),
    )
  }

  const server = createServer(
    {
      maxHeaderSize,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
      noDelay: true,
      // Node would answer with an empty body.
      requireHostHeader: false,
      // Ignores offers to upgrade, such as to HTTP/2 in clear text; only WebSockets upgrade.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    },
    (req, res) => {
      pending.begin(req, res)
      void answer(req, res)
    },
  )
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", (req, res) => void answer(req, res))
  server.on("connect", (_req, socket: Duplex) => {
    // Socket errors lead to "close"; without a listener they would end the process.
    socket.on("error", () => undefined)
    const allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
    const refusal = new Refusal("method_not_allowed", "This server is not a proxy.", { allow })
    writeRefusal(socket, refusal, env.BASE_URL)
  })
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!pending.settle(socket)) answerBadRequest(error, socket, env.BASE_URL)
  })
  return server
}

/** What arrives over OTLP may be our own spans, which must not cause more. */
async function handle(route: Route, exchange: Exchange): Promise<void> {
  if (route.path.startsWith("/api/otlp/")) {
    await route.handle(exchange)
    return
  }
  const method = exchange.req.method ?? "GET"
  const attributes = { "http.request.method": method, "http.route": route.path }
  await traced(`${method} ${route.path}`, "server", attributes, async (span) => {
    await route.handle(exchange)
    const status = exchange.res.statusCode
    span.set({ "http.response.status_code": status })
    if (status >= 500) span.fail(`status ${status}`)
  })
}

/** The request target in origin form; an absolute one overrides the Host header (RFC 9112, section 3.2.2). */
function originForm(req: IncomingMessage): string {
  const url = req.url ?? "/"
  if (url.startsWith("/")) return url
  const [, host, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? []
  if (host === undefined) return url
  req.headers.host = host
  req.url = rest.startsWith("/") ? rest : `/${rest}`
  return req.url
}

/** RFC 9112, section 3.2. Raw headers, because `headersDistinct` copies all of them on each request. */
function requireHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && isHost(name)).length
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return
  throw refuseFaults([{ header: "Host", detail: "must be sent exactly once" }])
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === "host"

function secureHeaders({ BASE_URL }: Env): [string, string][] {
  const always: [string, string][] = [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "same-origin"],
    ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
  ]
  return BASE_URL.startsWith("https:")
    ? [...always, ["Strict-Transport-Security", "max-age=31536000"]]
    : always
}

const unparsable: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: [
    "headers_too_large",
    `The URL and headers together are larger than ${maxHeaderSize.toLocaleString("en")} bytes.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request did not arrive in time."],
}

/** Answers bytes that could not be parsed as a request with a complete response. */
function answerBadRequest(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const [code, detail] = unparsable[error.code ?? ""] ?? [
    "validation_failed",
    "The bytes received are not a valid HTTP request.",
  ]
  writeRefusal(socket, new Refusal(code, detail), baseUrl)
}

/** Writes an error response to a raw socket and closes it. */
export function writeRefusal(socket: Duplex, refusal: Refusal, baseUrl: string): void {
  const requestId = newId()
  const body = problemBody(refusal, baseUrl, "/", requestId)
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${String(value)}`),
    "Connection: close",
  ]
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`)
}
