import { once } from "node:events"
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { said } from "../support/findings.ts"
import { assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { issue } from "../../src/cli/demo/certificate.ts"
import { httpTarget, makeTools, noDeadline } from "../support/prober.ts"

const authority = issue({ name: "authority", isAuthority: true })
const leaf = issue({ name: "t", names: ["127.0.0.1"], issuer: authority })
const tools = () => makeTools({ ca: [authority.cert] })

type Handler = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

async function serve(server: Http2Server | Http2SecureServer, handler: Handler) {
  const sessions = new Set<{ destroy(): void }>()
  server.on("session", (session) => sessions.add(session))
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on("error", () => undefined)
    handler(stream, headers)
  })
  server.on("sessionError", () => undefined)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    for (const session of sessions) session.destroy()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const secure = async (handler: Handler) =>
  `https://${await serve(createSecureServer({ cert: leaf.cert, key: leaf.key }), handler)}`
const plain = async (handler: Handler) => `http://${await serve(createServer(), handler)}`

const greet: Handler = (stream, headers) => {
  if (headers[":path"] === "/moved") {
    stream.respond({ ":status": 302, location: "/", "set-cookie": "a=1" })
    return void stream.end()
  }
  stream.additionalHeaders({ ":status": 103 })
  stream.respond({ ":status": 200, "content-type": "text/plain", "x-cookie": headers.cookie ?? "" })
  stream.end(`hello ${headers[":method"]} ${String(headers["x-own"] ?? "")}`)
}

const contains = (value: string) => assertion.parse({ kind: "body", comparison: "contains", value })

test.each([
  ["TLS", secure],
  ["plain TCP", plain],
] as const)("a server that speaks only HTTP/2 over %s is checked over it", async (_name, open) => {
  const origin = await open(greet)
  const target = httpTarget(`${origin}/moved`, {
    headers: { "X-Own": "header" },
    assertions: [
      contains("hello GET header"),
      assertion.parse({ kind: "header", name: "x-cookie", comparison: "equals", value: "a=1" }),
    ],
  })
  const seen = await probeHttp(target, tools(), noDeadline())
  expect(seen).toMatchObject({ failure: null, httpStatus: 200, warnings: [] })
  expect(seen.phases.firstByteMs).toBeGreaterThan(0)
})

test("a body is sent, and a bad status is reported with its head", async () => {
  const origin = await secure((stream) => {
    let sent = ""
    stream.on("data", (chunk) => (sent += String(chunk)))
    stream.on("end", () => {
      stream.respond({ ":status": 503, "retry-after": "9" })
      stream.end(`got ${sent}`)
    })
  })
  const target = httpTarget(`${origin}/`, { method: "POST", body: "größe" })
  const seen = await probeHttp(target, tools(), noDeadline())
  expect(seen.failure).toMatchObject({ class: "http_status", level: "offline" })
  expect(seen.evidence?.head).toMatch(/^HTTP\/2 503\nretry-after: 9\n/)
  expect(Buffer.from(seen.evidence?.body ?? []).toString()).toBe("got größe")
})

const faults: [string, Handler, string, RegExp][] = [
  [
    "resets the stream",
    (stream) => stream.close(2),
    "protocol",
    /^The HTTP\/2 stream ended with INTERNAL_ERROR\.$/,
  ],
  [
    "closes the connection in the middle of the body",
    (stream) => {
      stream.respond({ ":status": 200, "content-length": "10" })
      stream.write("half", () => stream.session?.socket.destroySoon())
    },
    "truncated",
    /^The response body \(status 200\) was cut off after 4 of 10 bytes\.$/,
  ],
]

test.each(faults)("a server that %s", async (_name, handler, failureClass, reason) => {
  const origin = await secure(handler)
  const { failure } = await probeHttp(httpTarget(`${origin}/`), tools(), noDeadline())
  expect(failure?.class).toBe(failureClass)
  expect(said(failure)).toMatch(reason)
})

test("a silent stream ends at the deadline", async () => {
  const deadline = new AbortController()
  const origin = await secure(() => setTimeout(() => deadline.abort(), 50))
  const { failure } = await probeHttp(httpTarget(`${origin}/`), tools(), deadline.signal)
  expect(failure?.class).toBe("timeout")
  expect(said(failure)).toMatch(/^No response was received \d\.\d s after the request\.$/)
})

test("a large body is read to the limit", async () => {
  const origin = await secure((stream) => {
    stream.respond({ ":status": 200 })
    stream.end(Buffer.alloc(11 * 1_048_576, "x"))
  })
  const target = httpTarget(`${origin}/`, { assertions: [contains("y")] })
  expect((await probeHttp(target, tools(), noDeadline())).failure?.class).toBe("unread")
})
