import { createServer as createHttps } from "node:https"
import { once } from "node:events"
import type { RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib"
import { describe, expect, onTestFinished, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import packageFile from "../../package.json" with { type: "json" }
import { assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { inDays, issue, type Issued } from "../../src/cli/demo/certificate.ts"
import {
  answerWith,
  closedPort,
  listen,
  listenDns,
  listenHttp,
  listenTls,
} from "../support/listeners.ts"
import { httpTarget, makeTools, noDeadline, type ToolOptions } from "../support/prober.ts"

const anyMs = expect.any(Number) as number

const probe = (url: string, more: Parameters<typeof httpTarget>[1] = {}, tools?: ToolOptions) =>
  probeHttp(httpTarget(url, more), makeTools(tools), noDeadline())

const contains = (value: string) => assertion.parse({ kind: "body", comparison: "contains", value })

/** A server with handlers by path; other paths return 404. */
async function site(pages: Record<string, RequestListener>) {
  const listener = await listenHttp((request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://x").pathname]
    if (page) page(request, response)
    else response.writeHead(404).end("no such page")
  })
  return { ...listener, url: `http://127.0.0.1:${listener.port}` }
}

const moved =
  (location: string, status = 302, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location, ...headers }).end()

const late =
  (page: RequestListener): RequestListener =>
  (request, response) =>
    void setTimeout(() => page(request, response), 40)

const echo: RequestListener = (request, response) => {
  let body = ""
  request.on("data", (chunk) => (body += String(chunk)))
  request.on("end", () =>
    response.end(JSON.stringify({ ...request.headers, method: request.method, body })),
  )
}

async function secureSite(leaf: Issued, handler: RequestListener) {
  const server = createHttps({ cert: leaf.cert, key: leaf.key }, handler)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const equals = (path: string, value: string) =>
  assertion.parse({ kind: "json_path", path, comparison: "equals", value })

describe("one response", () => {
  test("a good page", async () => {
    const target = await site({ "/": (_request, response) => response.end("hello") })
    const seen = await probe(`${target.url}/`)
    expect(seen).toEqual({
      failure: null,
      warnings: [],
      phases: {
        dnsMs: null,
        connectMs: anyMs,
        tlsMs: null,
        firstByteMs: anyMs,
        transferMs: anyMs,
      },
      httpStatus: 200,
      address: "127.0.0.1",
      certificate: null,
      assertions: [
        { name: "status", passed: true, expected: saying("200–299"), seen: saying("200") },
      ],
      evidence: null,
      traceId: null,
    })
    await target.idle()
    expect(target.count()).toBe(1)
  })

  test("a trace is begun in the target, unless the monitor has its own", async () => {
    const sent: (string | undefined)[] = []
    const target = await site({
      "/": ({ headers }, response) => {
        sent.push(headers.traceparent as string, headers.tracestate as string)
        response.end()
      },
    })
    const tools = { ...makeTools(), traceShare: 1 }
    const url = `${target.url}/`
    const seen = await probeHttp(httpTarget(url), tools, noDeadline())
    expect(sent).toEqual([
      expect.stringMatching(new RegExp(`^00-${seen.traceId}-[0-9a-f]{16}-01$`)),
      `wk=${httpTarget(url).monitorId}`,
    ])
    const quiet = await probeHttp(httpTarget(url), { ...tools, traceShare: 0 }, noDeadline())
    expect([quiet.traceId, sent[2]?.slice(-3)]).toEqual([null, "-00"])
    const own = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
    const other = httpTarget(url, { headers: { Traceparent: own } })
    expect((await probeHttp(other, tools, noDeadline())).traceId).toBeNull()
    expect(sent.slice(4)).toEqual([own, undefined])
  })

  test("what we send", async () => {
    const heads: string[] = []
    const target = await answerWith((socket, head) => {
      heads.push(head)
      socket.end("HTTP/1.1 204 No Content\r\n\r\n")
    })
    const url = `http://127.0.0.1:${target.port}/path?q=1#part`
    await probe(url)
    await probe(url.replace("//", "//user:p%40ss@"), {
      method: "POST",
      body: "größe",
      headers: {
        "User-Agent": "Custom/1",
        "X-Name": "größe",
        Host: "virtual.example",
        "Content-Length": "999",
        Connection: "keep-alive",
        "Transfer-Encoding": "chunked",
      },
    })
    const own = `Host: 127.0.0.1:${target.port}`
    expect(heads.map((head) => head.replace(/\r\n/g, "\n"))).toEqual([
      `GET /path?q=1 HTTP/1.1\n${own}\nUser-Agent: Watchkeeper/${packageFile.version}\nAccept: */*\nAccept-Encoding: identity\nConnection: close\n\n`,
      expect.stringContaining("Host: virtual.example\nUser-Agent: Custom/1\n") as string,
    ])
    expect(heads[1]).toMatch(/^POST \/path\?q=1 HTTP\/1\.1\r\n/)
    expect(heads[1]).toContain(`X-Name: ${Buffer.from("größe").toString("latin1")}\r\n`)
    expect(heads[1]).toContain("Content-Length: 7\r\n")
    expect(heads[1]).toContain("Connection: close\r\n")
    expect(heads[1]).toContain(`Authorization: Basic ${btoa("user:p@ss")}\r\n`)
    expect(heads[1]).not.toContain("999")
    expect(heads[1]?.toLowerCase()).not.toContain("transfer-encoding")
    expect(heads[1]?.endsWith(Buffer.from("größe").toString("latin1"))).toBe(true)
  })

  test.each(["GET", "DELETE", "PUT", "OPTIONS", "PATCH"] as const)(
    "%s sends its body",
    async (method) => {
      const target = await site({ "/": echo })
      const seen = await probe(`${target.url}/`, {
        method,
        body: "payload",
        assertions: [
          assertion.parse({
            kind: "json_path",
            path: "$.method",
            comparison: "equals",
            value: method,
          }),
          assertion.parse({
            kind: "json_path",
            path: "$.body",
            comparison: "equals",
            value: "payload",
          }),
        ],
      })
      expect(seen.failure).toBeNull()
    },
  )

  test("HEAD has no body to wait for", async () => {
    const target = await answerWith((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"),
    )
    expect((await probe(`http://127.0.0.1:${target.port}/`, { method: "HEAD" })).failure).toBeNull()
    await target.idle()
  })

  test("a bad status is reported with evidence, and without our own headers", async () => {
    const target = await site({
      "/": (_request, response) =>
        response.writeHead(503, { "x-a": ["1", "2"], date: "now" }).end("x".repeat(20_000)),
    })
    const headers = { Authorization: "Bearer very-secret", Cookie: "session=very-secret" }
    const seen = await probe(`${target.url}/`, { headers })
    expect(seen.failure).toEqual({
      class: "http_status",
      findings: saying("Got 503, expected 200–299."),
      level: "offline",
    })
    expect(seen.httpStatus).toBe(503)
    expect(seen.evidence?.head).toBe(
      "HTTP/1.1 503 Service Unavailable\nx-a: 1\nx-a: 2\ndate: now\nConnection: close\nTransfer-Encoding: chunked",
    )
    expect(seen.evidence?.body).toEqual(new Uint8Array(16_384).fill(120))
    expect(JSON.stringify(seen)).not.toContain("very-secret")
  })

  test("an invalid request header is an internal error that names it", async () => {
    const target = await site({ "/": echo })
    const seen = await probe(`${target.url}/`, { headers: { "X-Bad": "a\u0000b" } })
    expect(seen.failure?.class).toBe("internal")
    expect(said(seen.failure)).toMatch(/^The request cannot be sent: .*"X-Bad".*\.$/)
    await target.idle()
  })

  test("an invalid URL", async () => {
    for (const url of ["ftp://example.com/", "nonsense"]) {
      expect((await probe(url)).failure?.class).toBe("internal")
    }
  })

  test("a closed port, and a name that does not exist", async () => {
    const port = await closedPort()
    expect((await probe(`http://127.0.0.1:${port}/`)).failure?.class).toBe("connect_refused")
    const dns = await listenDns(() => ({ rcode: "NXDOMAIN" }))
    const seen = await probe("http://gone.example/", {}, { servers: [dns.server] })
    expect(seen.failure?.class).toBe("dns_missing")
    expect(seen.phases.dnsMs).toEqual(anyMs)
  })

  test("an expected protocol switch is accepted", async () => {
    const heads: string[] = []
    const target = await answerWith((socket, head) => {
      heads.push(head)
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
      )
    })
    const seen = await probe(`http://127.0.0.1:${target.port}/`, {
      headers: { Upgrade: "websocket" },
      assertions: [assertion.parse({ kind: "status", codes: "101" })],
    })
    expect(seen.failure).toBeNull()
    expect(heads[0]).toMatch(
      /upgrade: websocket\r\nconnection: upgrade|connection: upgrade\r\nupgrade: websocket/i,
    )
    await target.idle()
  })

  test("every check uses a new connection", async () => {
    const target = await site({ "/": (_request, response) => response.end("hello") })
    await probe(`${target.url}/`)
    await probe(`${target.url}/`)
    expect(target.count()).toBe(2)
    await target.idle()
  })
})

describe("assertions on the response", () => {
  test("status, header, body, JSON and time together", async () => {
    const target = await site({
      "/": (_request, response) => {
        response.setHeader("content-type", "application/json")
        response.writeHead(418).end('{"ok": true}')
      },
    })
    const assertions = [
      { kind: "status", codes: "418" },
      { kind: "header", name: "Content-Type", comparison: "equals", value: "application/json" },
      { kind: "body", comparison: "contains", value: "ok" },
      { kind: "regex", pattern: '"ok":\\s*true' },
      { kind: "json_path", path: "$.ok", comparison: "equals", value: "true" },
      { kind: "response_time", maxMs: 5000 },
    ].map((one) => assertion.parse(one))
    const seen = await probe(`${target.url}/`, { assertions })
    expect(seen.failure).toBeNull()
    expect(seen.assertions.map(({ passed }) => passed)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ])
  })

  test("a slow response degrades", async () => {
    const target = await site({
      "/": (_request, response) => void setTimeout(() => response.end("late"), 60),
    })
    const assertions = [assertion.parse({ kind: "response_time", maxMs: 30 })]
    const { failure } = await probe(`${target.url}/`, { assertions })
    expect(failure).toMatchObject({ class: "assertion", level: "degraded" })
    expect(said(failure)).toMatch(/^Got \d+ ms, expected a response within 30 ms\.$/)
  })

  const codings: [string, (text: string) => Buffer][] = [
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["zstd", zstdCompressSync],
    ["identity", (text) => Buffer.from(text)],
    ["gzip, br", (text) => brotliCompressSync(gzipSync(text))],
  ]

  test.each(codings)("a body in %s is read", async (coding, pack) => {
    const target = await site({
      "/": (_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(pack("a needle in the hay")),
    })
    const good = await probe(`${target.url}/`, { assertions: [contains("needle")] })
    expect(good.failure).toBeNull()
    const bad = await probe(`${target.url}/`, { assertions: [contains("pin")] })
    expect(bad.failure?.class).toBe("assertion")
    expect(Buffer.from(bad.evidence?.body ?? []).toString()).toBe("a needle in the hay")
  })

  test("text is decoded with its charset", async () => {
    const target = await site({
      "/latin": (_request, response) => {
        response.setHeader("content-type", 'text/html; charset="ISO-8859-1"')
        response.end(Buffer.from("Größe", "latin1"))
      },
      "/odd": (_request, response) => {
        response.setHeader("content-type", "text/html; charset=nonsense")
        response.end("Größe")
      },
    })
    const more = { assertions: [contains("Größe")] }
    expect((await probe(`${target.url}/latin`, more)).failure).toBeNull()
    expect((await probe(`${target.url}/odd`, more)).failure).toBeNull()
  })

  test("a megabyte is read to its end", async () => {
    const target = await site({
      "/": (_request, response) => response.end(`${"x".repeat(1_048_570)}needle`),
    })
    const seen = await probe(`${target.url}/`, { assertions: [contains("needle")] })
    expect(seen.failure).toBeNull()
    expect(seen.warnings).toEqual([])
  })
})

describe("redirects", () => {
  test("are followed to the end, and the phases add up", async () => {
    const target = await site({
      "/": late(moved("/a", 301)),
      "/a": late(moved("b?x", 307)),
      "/b": late((request, response) => response.end(request.url)),
    })
    const seen = await probe(`${target.url}/`, { assertions: [contains("/b?x")] })
    expect(seen.failure).toBeNull()
    expect(seen.httpStatus).toBe(200)
    expect(seen.phases.firstByteMs).toBeGreaterThan(110)
    await target.idle()
    expect(target.count()).toBe(3)
  })

  test("are not followed if none is allowed", async () => {
    const target = await site({ "/": moved("/a") })
    const assertions = [assertion.parse({ kind: "status", codes: "302" })]
    expect((await probe(`${target.url}/`, { maxRedirects: 0, assertions })).failure).toBeNull()
    expect((await probe(`${target.url}/`, { maxRedirects: 0 })).failure?.class).toBe("http_status")
    expect(target.count()).toBe(2)
  })

  test("too many, in a cycle, and without a target", async () => {
    const target = await site({
      "/circle": moved("/circle2"),
      "/circle2": moved("/circle"),
      "/nowhere": (_request, response) => void response.writeHead(302).end(),
      "/empty": moved(""),
      "/bad": moved("http://[nonsense/"),
      "/ftp": moved("ftp://127.0.0.1/file"),
      "/script": moved("javascript:alert(1)"),
      ...Object.fromEntries(
        [0, 1, 2, 3, 4].map((step) => [`/step${step}`, moved(`/step${step + 1}?secret=1`)]),
      ),
    })
    const reasonOf = async (path: string) => {
      const { failure } = await probe(`${target.url}${path}`, { maxRedirects: 3 })
      expect(failure?.class).toBe("redirect")
      return said(failure)?.replaceAll(target.url, "")
    }
    expect(await reasonOf("/circle")).toBe(
      "After /circle redirected: The redirects loop, back to /circle.",
    )
    expect(await reasonOf("/nowhere")).toBe("Got status 302 without a Location header.")
    expect(await reasonOf("/empty")).toBe('/empty redirects to "", which is not a URL.')
    expect(await reasonOf("/bad")).toBe(
      '/bad redirects to "http://[nonsense/", which is not a URL.',
    )
    expect(await reasonOf("/ftp")).toBe(
      '/ftp redirects to "ftp://127.0.0.1/file", which has the scheme ftp: instead of http: or https:.',
    )
    expect(await reasonOf("/script")).toMatch(/has the scheme javascript: instead/)
    expect(await reasonOf("/step0")).toBe(
      "After /step2 redirected: More than 3 redirects; the last one was at /step3.",
    )
  })

  test("every hop is checked by the guard", async () => {
    const inside = await listen(() => undefined, "127.0.0.2")
    const target = await site({ "/": moved(`http://127.0.0.2:${inside.port}/latest/meta-data`) })
    const seen = await probe(`${target.url}/`, {}, { ranges: ["127.0.0.1/32"] })
    expect(seen.failure?.class).toBe("forbidden_address")
    expect(said(seen.failure)).toMatch(
      /^After http:\/\/127\.0\.0\.1:\d+\/ redirected: 127\.0\.0\.2 is/,
    )
    expect(inside.count()).toBe(0)
    const byName = await site({ "/": moved("http://2130706434/") })
    expect((await probe(`${byName.url}/`, {}, { ranges: ["127.0.0.1/32"] })).failure?.class).toBe(
      "forbidden_address",
    )
  })

  test("headers with credentials are sent only to their origin", async () => {
    const other = await site({ "/": echo })
    const target = await site({
      "/away": moved(`${other.url}/`),
      "/stay": moved("/echo"),
      "/echo": echo,
    })
    const headers = {
      Authorization: "Bearer secret",
      Cookie: "a=secret",
      "X-Api-Key": "secret",
      Host: "virtual.example",
      "X-Plain": "kept",
    }
    const away = await probe(`${target.url}/away`, { headers, assertions: [contains("kept")] })
    expect(away.failure).toBeNull()
    expect(away.warnings).toEqual(
      saying(`Not sent on to ${other.url}: authorization, cookie, x-api-key, host.`),
    )
    const leaked = await probe(`${target.url}/away`, { headers, assertions: [contains("secret")] })
    expect(leaked.failure?.class).toBe("assertion")
    const stay = await probe(`${target.url}/stay`, { headers, assertions: [contains("secret")] })
    expect(stay.failure).toBeNull()
    expect(stay.warnings).toEqual([])
  })

  test.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [302, "PUT", "PUT", "body"],
    [307, "POST", "POST", "body"],
    [308, "POST", "POST", "body"],
  ] as const)("%i after %s is followed with %s", async (status, method, then, body) => {
    const target = await site({ "/": moved("/echo", status), "/echo": echo })
    const seen = await probe(`${target.url}/`, {
      method,
      body: "body",
      headers: { "Content-Type": "text/plain" },
      assertions: [
        equals("$.method", then),
        equals("$.body", body),
        assertion.parse({
          kind: "json_path",
          path: "$['content-type']",
          comparison: body === "" ? "not_exists" : "exists",
        }),
      ],
    })
    expect(seen.failure).toBeNull()
  })

  test("a cookie set on the way is sent back, only to its own host", async () => {
    const elsewhere = await listenHttp(echo, "127.0.0.2")
    const other = { url: `http://127.0.0.2:${elsewhere.port}` }
    const target = await site({
      "/": (request, response) => {
        if (request.headers.cookie === "seen=1") return moved(`${other.url}/`)(request, response)
        return moved("/", 302, { "set-cookie": "seen=1; Path=/; HttpOnly" })(request, response)
      },
    })
    const seen = await probe(`${target.url}/`, {
      assertions: [
        assertion.parse({ kind: "json_path", path: "$.cookie", comparison: "not_exists" }),
      ],
    })
    expect(seen.failure).toBeNull()
    expect(target.count()).toBe(2)
  })

  test("a Location in raw UTF-8 is accepted", async () => {
    const target = await answerWith((socket, head) => {
      if (head.startsWith("GET /gr%C3%B6%C3%9Fe ")) {
        return socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
      return socket.end("HTTP/1.1 302 Found\r\nLocation: /größe\r\nContent-Length: 0\r\n\r\n")
    })
    expect((await probe(`http://127.0.0.1:${target.port}/`)).httpStatus).toBe(200)
  })
})

describe("over TLS", () => {
  const authority = issue({ name: "Test authority", isAuthority: true })
  const tools = { ca: [authority.cert] }

  test("the certificate is reported, and its expiry is checked", async () => {
    const leaf = issue({ name: "t", names: ["127.0.0.1"], issuer: authority })
    const url = await secureSite(leaf, (_request, response) => response.end("hello"))
    const seen = await probe(`${url}/`, { assertions: [contains("hello")] }, tools)
    expect(seen.failure).toBeNull()
    expect(seen.certificate).toMatchObject({ subject: "CN=t", names: ["127.0.0.1"] })
    expect(seen.phases).toEqual({
      dnsMs: null,
      connectMs: anyMs,
      tlsMs: anyMs,
      firstByteMs: anyMs,
      transferMs: anyMs,
    })
    expect(seen.assertions.map(({ name }) => name)).toEqual(["status", "certificate_days", "body"])

    const ageing = issue({
      name: "t",
      names: ["127.0.0.1"],
      issuer: authority,
      expiresAt: inDays(3),
    })
    const old = await secureSite(ageing, (_request, response) => response.end("hello"))
    expect((await probe(`${old}/`, {}, tools)).failure).toMatchObject({
      class: "certificate_days",
      level: "degraded",
    })
    const days = [assertion.parse({ kind: "certificate_days", minDays: 2 })]
    expect((await probe(`${old}/`, { assertions: days }, tools)).failure).toBeNull()
  })

  test("no request is sent to a server with an invalid certificate", async () => {
    const leaf = issue({ name: "t", names: ["other.example"], issuer: authority })
    let requests = 0
    const url = await secureSite(leaf, (_request, response) => {
      requests += 1
      response.end()
    })
    const headers = { Authorization: "Bearer secret" }
    const seen = await probe(`${url}/`, { headers }, tools)
    expect(seen.failure).toEqual({
      class: "tls",
      findings: saying("The certificate is for other.example, not for 127.0.0.1."),
      level: "offline",
    })
    expect(seen.certificate?.names).toEqual(["other.example"])
    expect(requests).toBe(0)
  })

  test("a redirect from http to https reports the certificate", async () => {
    const leaf = issue({ name: "t", names: ["127.0.0.1"], issuer: authority })
    const url = await secureSite(leaf, (_request, response) => response.end("hello"))
    const plain = await site({ "/": moved(`${url}/`) })
    const seen = await probe(`${plain.url}/`, {}, tools)
    expect(seen.failure).toBeNull()
    expect(seen.certificate?.subject).toBe("CN=t")
  })

  test("plain HTTP on a TLS port", async () => {
    const target = await site({ "/": echo })
    const seen = await probe(target.url.replace("http:", "https:"))
    expect(seen.failure?.class).toBe("tls")
    expect(said(seen.failure)).toMatch(/the port does not use TLS; it may need http:\/\//)
  })

  test("a server that requires a client certificate", async () => {
    const leaf = issue({ name: "t", names: ["127.0.0.1"], issuer: authority })
    const target = await listenTls({
      cert: leaf.cert,
      key: leaf.key,
      requestCert: true,
      rejectUnauthorized: true,
    })
    const seen = await probe(`https://127.0.0.1:${target.port}/`, {}, tools)
    expect(seen.failure?.class).toBe("tls")
    expect(said(seen.failure)).toMatch(/requires a client certificate/)
  })

  test("a server that speaks neither HTTP/1.1 nor HTTP/2", async () => {
    const leaf = issue({ name: "t", names: ["127.0.0.1"], issuer: authority })
    const target = await listenTls({ cert: leaf.cert, key: leaf.key, ALPNProtocols: ["smb"] })
    const seen = await probe(`https://127.0.0.1:${target.port}/`, {}, tools)
    expect(seen.failure?.class).toBe("tls")
    expect(said(seen.failure)).toMatch(/the server supports neither HTTP\/1\.1 nor HTTP\/2/)
  })
})

test("the deadline covers all hops, and the failure names the hop", async () => {
  const deadline = new AbortController()
  const silent = await listen((socket) =>
    socket.once("data", () => setTimeout(() => deadline.abort(), 100)),
  )
  const target = await site({ "/": moved(`http://127.0.0.1:${silent.port}/slow?token=1`) })
  const seen = await probeHttp(httpTarget(`${target.url}/`), makeTools(), deadline.signal)
  expect(seen.failure?.class).toBe("timeout")
  expect(said(seen.failure)).toMatch(
    /^After \S+ redirected: No response was received \d+\.\d s after/,
  )
  expect(said(seen.failure)).not.toContain("token")
  await silent.idle()
  await target.idle()
})
