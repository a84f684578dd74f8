import { gzipSync } from "node:zlib"
import type { Socket } from "node:net"
import fc from "fast-check"
import { expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import type { FailureClass } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { answerWith, listen } from "../support/listeners.ts"
import { httpTarget, makeTools, noDeadline } from "../support/prober.ts"

/** The verdicts are those that a browser user would give for these servers. */

type Odd = {
  name: string
  answer: (socket: Socket) => void
  /** Null if the target is up. */
  class: FailureClass | null
  status?: number | null
  warnings?: (string | RegExp)[]
  reason?: string | RegExp
  /** Number of connections; one more if the lenient parser was needed. */
  connections?: number
}

const ok = "HTTP/1.1 200 OK\r\n"
const whole = `${ok}Content-Length: 2\r\n\r\nok`
const lenient = (code: string) =>
  new RegExp(`^The response is not valid HTTP \\(${code}\\)\\. .* A lenient`)
const finish = (text: string) => (socket: Socket) => socket.end(text, "latin1")
/** Sends and leaves the connection open: only the text can end the check. */
const send = (text: string) => (socket: Socket) => socket.write(text, "latin1")
const sendThenReset = (text: string) => (socket: Socket) =>
  socket.write(text, "latin1", () => setTimeout(() => socket.resetAndDestroy(), 20))

const servers: Odd[] = [
  { name: "a plain answer", answer: send(whole), class: null },
  { name: "HTTP/1.0 without length", answer: finish("HTTP/1.0 200 OK\r\n\r\nok"), class: null },
  { name: "HTTP/1.1 without length", answer: finish(`${ok}\r\nok`), class: null },
  {
    name: "no reason phrase",
    answer: finish("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"),
    class: null,
  },
  {
    name: "an unasked 100 first",
    answer: send(`HTTP/1.1 100 Continue\r\n\r\n${whole}`),
    class: null,
    warnings: ["The server sent an unsolicited 100 (Continue)."],
  },
  {
    name: "early hints first",
    answer: send(`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${whole}`),
    class: null,
  },
  {
    name: "endless interim answers",
    answer: (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(5000)),
    class: "protocol",
    status: null,
    reason: "The server sent more than 100 interim responses (1xx).",
  },
  {
    name: "an unasked change of protocol",
    answer: send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    class: "protocol",
    status: 101,
    reason: "The server switched protocols (101) without being asked to.",
  },
  {
    name: "line feeds alone",
    answer: finish("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
    class: null,
    warnings: [lenient("CR_EXPECTED")],
    connections: 2,
  },
  {
    name: "a folded header",
    answer: finish(`${ok}X-Long: a\r\n b\r\nContent-Length: 2\r\n\r\nok`),
    class: null,
    warnings: [lenient("\\w+")],
    connections: 2,
  },
  {
    name: "a blank before the colon",
    answer: finish(`${ok}X-Odd : a\r\nContent-Length: 2\r\n\r\nok`),
    class: null,
    warnings: [lenient("INVALID_HEADER_TOKEN")],
    connections: 2,
  },
  {
    name: "a control character in a header",
    answer: finish(`${ok}X-Odd: a\u0001b\r\nContent-Length: 2\r\n\r\nok`),
    class: null,
    warnings: [lenient("INVALID_HEADER_TOKEN")],
    connections: 2,
  },
  {
    name: "the same length twice",
    answer: finish(`${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`),
    class: null,
  },
  {
    name: "the same length twice, in one header",
    answer: finish(`${ok}Content-Length: 2, 2\r\n\r\nok`),
    class: null,
  },
  {
    name: "the same length twice, in two pieces",
    answer(socket) {
      socket.write(`${ok}Content-Length: 2\r\n`)
      setTimeout(() => socket.end("Content-Length: 2\r\n\r\nok"), 20)
    },
    class: null,
    connections: 2,
  },
  {
    name: "lengths that differ, in one header",
    answer: finish(`${ok}Content-Length: 2, 3\r\n\r\nok`),
    class: "protocol",
    status: null,
    reason: /^The response is not valid HTTP/,
    connections: 2,
  },
  {
    name: "two lengths that differ",
    answer: finish(`${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
    class: "protocol",
    status: null,
    reason: /^The response is not valid HTTP \(UNEXPECTED_CONTENT_LENGTH\)/,
    connections: 2,
  },
  {
    name: "a length and chunks",
    answer: finish(
      `${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ),
    class: null,
    warnings: [lenient("\\w+")],
    connections: 2,
  },
  {
    name: "204 with a body",
    answer: finish("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok"),
    class: null,
    status: 204,
    warnings: ["The server sent extra bytes after the end of its response."],
  },
  {
    name: "bytes after the body",
    answer: send(`${whole}garbage`),
    class: null,
    warnings: ["The server sent extra bytes after the end of its response."],
  },
  {
    name: "bytes after the last chunk",
    answer: send(`${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\ngarbage`),
    class: null,
    warnings: ["The server sent extra bytes after the end of its response."],
  },
  { name: "a full answer and a reset", answer: sendThenReset(whole), class: null },
  {
    name: "chunked trailers",
    answer: send(
      `${ok}Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n2\r\nok\r\n0\r\nX: 1\r\n\r\n`,
    ),
    class: null,
  },
  {
    name: "less than it promised",
    answer: finish(`${ok}Content-Length: 500\r\n\r\nhalf`),
    class: "truncated",
    reason: "The response body (status 200) was cut off after 4 of 500 bytes.",
  },
  {
    name: "chunks without an end",
    answer: finish(`${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`),
    class: "truncated",
    reason: "The response body (status 200) was cut off after 4 bytes.",
  },
  {
    name: "a reset in the middle of the body",
    answer: sendThenReset(`${ok}Content-Length: 500\r\n\r\nhalf`),
    class: "truncated",
    reason: "The response body (status 200) was cut off after 4 of 500 bytes.",
  },
  {
    name: "a reset in the middle of the head",
    answer: sendThenReset(`${ok}Content-Le`),
    class: "truncated",
    status: null,
    reason: "The connection closed in the middle of the response head.",
  },
  {
    name: "an end in the middle of the head",
    answer: finish(`${ok}Content-Le`),
    class: "truncated",
    status: null,
    reason: "The connection closed in the middle of the response head.",
  },
  {
    name: "a chunk whose size is none",
    answer: finish(`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n`),
    class: "protocol",
    reason: /^The response is not valid HTTP \(INVALID_CHUNK_SIZE\)/,
    connections: 2,
  },
  {
    name: "a hang-up without an answer",
    answer: (socket) => socket.end(),
    class: "reset",
    status: null,
    reason: "The server closed the connection without a response.",
  },
  {
    name: "a reset without an answer",
    answer: (socket) => socket.resetAndDestroy(),
    class: "reset",
    status: null,
    reason: "The server closed the connection without a response.",
  },
  {
    name: "a head of 40 kB",
    answer: send(`${ok}X: ${"x".repeat(40_000)}\r\nContent-Length: 0\r\n\r\n`),
    class: null,
  },
  {
    name: "a head of 100 kB",
    answer: send(`${ok}X: ${"x".repeat(100_000)}\r\nContent-Length: 0\r\n\r\n`),
    class: "protocol",
    status: null,
    reason: "The response head is larger than the limit of 64 KiB.",
  },
  {
    name: "3,000 empty headers",
    answer: send(`${ok}${"A:\r\n".repeat(3000)}Content-Length: 0\r\n\r\n`),
    class: null,
  },
  {
    name: "a TLS alert on a plain port",
    answer: finish("\u0015\u0003\u0003\u0000\u0002\u0002\u0046"),
    class: "protocol",
    status: null,
    reason: "This port uses TLS. Use https:// instead of http://.",
  },
  {
    name: "another protocol",
    answer: finish("220 mail.example ESMTP ready\r\n"),
    class: "protocol",
    status: null,
    reason:
      /^The response is not valid HTTP \(\w+\)\. It starts with "220 mail\.example ESMTP ready"\.$/,
    connections: 2,
  },
  {
    name: "a body in a coding that it is not, where nobody asks for the body",
    answer: send(`${ok}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok`),
    class: null,
  },
  {
    name: "an event stream, which never ends",
    answer: send(`${ok}Content-Type: text/event-stream\r\n\r\ndata: 1\n\n`),
    class: null,
  },
  {
    name: "NUL in a status line and a line that is no header",
    answer: finish("HTTP/1.1 500 a\u0000b\r\nnonsense\r\nContent-Length: 0\r\n\r\n"),
    class: "http_status",
    status: 500,
    warnings: [lenient("\\w+")],
    connections: 2,
  },
]

test.each(servers)("$name", async (odd) => {
  const target = await answerWith(odd.answer)
  const url = `http://127.0.0.1:${target.port}/`
  const seen = await probeHttp(httpTarget(url), makeTools(), AbortSignal.timeout(5000))
  expect(seen.failure?.class ?? null).toBe(odd.class)
  expect(said(seen.failure) ?? "").toMatch(odd.reason ?? "")
  const wantedStatus = odd.status === undefined ? 200 : odd.status
  expect(seen.httpStatus).toBe(wantedStatus)
  expect(seen.warnings).toEqual((odd.warnings ?? []).map((one) => saying(one)))
  expect(seen.address).toBe("127.0.0.1")
  await target.idle()
  expect(target.count()).toBe(odd.connections ?? 1)
})

const slow: [string, (socket: Socket) => void, string | RegExp, number | null][] = [
  [
    "nothing at all",
    () => undefined,
    /^No response was received 0\.\d s after the request\.$/,
    null,
  ],
  [
    "a head that drips",
    (socket) => drip(socket, `${ok}X-Slow: ${"x".repeat(1000)}`),
    /^The response head was incomplete 0\.\d s after the request\.$/,
    null,
  ],
  [
    "a body that drips",
    (socket) => {
      socket.write(`${ok}Content-Length: 1000\r\n\r\n`)
      drip(socket, "x".repeat(1000))
    },
    /^The response body was incomplete \(\d+ bytes\) 0\.\d s after the request\.$/,
    200,
  ],
  [
    "one interim answer and silence",
    (socket) => void socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"),
    /^Only interim responses \(1xx\) were received 0\.\d s after the request\.$/,
    null,
  ],
]

function drip(socket: Socket, text: string) {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? "x"), 20)
  socket.once("close", () => clearInterval(timer))
}

test.each(slow)("%s ends at the deadline", async (_, answer, reason, status) => {
  const target = await answerWith(answer)
  const deadline = new AbortController()
  setTimeout(() => deadline.abort(), 300)
  const url = `http://127.0.0.1:${target.port}/`
  const seen = await probeHttp(httpTarget(url), makeTools(), deadline.signal)
  expect(deadline.signal.aborted).toBe(true)
  expect(seen.failure?.class).toBe("timeout")
  expect(said(seen.failure)).toMatch(reason)
  expect(seen.httpStatus).toBe(status)
  await target.idle()
})

test("a response of a gigabyte is read to the limit", async () => {
  let sent = 0
  const target = await answerWith((socket) => {
    const block = Buffer.alloc(65_536, "x")
    socket.write(`${ok}Content-Length: 1073741824\r\n\r\n`)
    const more = () => {
      while (!socket.destroyed && sent < 1_073_741_824) {
        sent += block.length
        if (!socket.write(block)) return
      }
    }
    socket.on("drain", more)
    more()
  })
  const url = `http://127.0.0.1:${target.port}/`
  const body = assertion.parse({ kind: "body", comparison: "contains", value: "y" })
  expect((await probeHttp(httpTarget(url), makeTools(), noDeadline())).failure).toBeNull()
  const seen = await probeHttp(httpTarget(url, { assertions: [body] }), makeTools(), noDeadline())
  expect(seen.failure?.class).toBe("unread")
  expect(seen.warnings).toEqual(
    saying("The response body is longer than 10 MiB; only the first 10 MiB were checked."),
  )
  expect(seen.evidence?.body).toHaveLength(16_384)
  await target.idle()
  expect(sent).toBeLessThan(64 * 1_048_576)
})

test("a decompression bomb of 200 MB is decompressed to at most 10 MiB", async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000))
  const target = await answerWith((socket) => {
    socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  const url = `http://127.0.0.1:${target.port}/`
  const body = assertion.parse({ kind: "body", comparison: "contains", value: "needle" })
  const before = process.memoryUsage().rss
  const seen = await probeHttp(httpTarget(url, { assertions: [body] }), makeTools(), noDeadline())
  expect(seen.failure?.class).toBe("unread")
  expect(seen.warnings).toEqual(
    saying("The response body is longer than 10 MiB; only the first 10 MiB were checked."),
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test("a body with a wrong Content-Encoding, when an assertion needs the body", async () => {
  for (const coding of ["gzip", "br", "deflate", "zstd", "rot13", "gzip, gzip, gzip, gzip"]) {
    const target = await answerWith((socket) => {
      socket.end(`${ok}Content-Encoding: ${coding}\r\nContent-Length: 7\r\n\r\nno code`)
    })
    const url = `http://127.0.0.1:${target.port}/`
    const body = assertion.parse({ kind: "body", comparison: "contains", value: "no" })
    const seen = await probeHttp(httpTarget(url, { assertions: [body] }), makeTools(), noDeadline())
    expect(seen.failure).toEqual({
      class: "protocol",
      findings: saying(`The response body does not match its Content-Encoding "${coding}".`),
      level: "offline",
    })
  }
})

test("a server that responds before it has read the request", async () => {
  const target = await listen((socket) => socket.end(whole))
  const url = `http://127.0.0.1:${target.port}/`
  const more = { method: "POST" as const, body: "x".repeat(60_000) }
  const seen = await probeHttp(httpTarget(url, more), makeTools(), noDeadline())
  expect(seen.failure).toBeNull()
  expect(seen.httpStatus).toBe(200)
})

/** A good response with bytes replaced, removed or inserted anywhere: almost valid is harder than noise. */
const nearlyGood = fc
  .tuple(
    fc.constantFrom(
      whole,
      `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n",
      `${ok}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00`,
    ),
    fc.array(fc.tuple(fc.nat(120), fc.nat(3), fc.uint8Array({ maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([text, edits]) => {
    const bytes = [...Buffer.from(text, "latin1")]
    for (const [at, removed, added] of edits) bytes.splice(at, removed, ...added)
    return Uint8Array.from(bytes)
  })

test("whatever a server sends, the prober ends in time with a reason that can be stored", async () => {
  let bytes = new Uint8Array()
  const target = await answerWith((socket) => socket.end(bytes))
  const url = `http://127.0.0.1:${target.port}/`
  const assertions = [assertion.parse({ kind: "body", comparison: "contains", value: "ok" })]
  const tools = makeTools()
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), nearlyGood), async (sent) => {
      bytes = Uint8Array.from(sent)
      const deadline = AbortSignal.timeout(5000)
      const seen = await probeHttp(httpTarget(url, { assertions }), tools, deadline)
      expect(deadline.aborted).toBe(false)
      expect(seen.failure?.class).not.toBe("internal")
      const { body: _, ...evidence } = seen.evidence ?? {}
      const words = JSON.stringify({ ...seen, evidence })
      expect(words.isWellFormed() && !words.includes("\\u0000")).toBe(true)
      expect(words).not.toMatch(/\\ud[89a-f]/)
    }),
    { numRuns: 300 },
  )
  await target.idle()
})

test("a response in one piece and one in several are parsed alike", async () => {
  let bytes: Buffer = Buffer.alloc(0)
  let isCut = false
  const target = await answerWith((socket) => {
    socket.setNoDelay(true)
    if (!isCut) return socket.end(bytes)
    // An incomplete status line is left to Node's client, which then parses the same bytes.
    socket.write(bytes.subarray(0, 1), () => setTimeout(() => socket.end(bytes.subarray(1)), 2))
  })
  const url = `http://127.0.0.1:${target.port}/`
  const assertions = [assertion.parse({ kind: "body", comparison: "contains", value: "ok" })]
  const tools = makeTools()
  const look = async (cut: boolean) => {
    isCut = cut
    const seen = await probeHttp(httpTarget(url, { assertions }), tools, noDeadline())
    const { failure, warnings, httpStatus, evidence } = seen
    // The beginning of a response that is not HTTP is quoted from its first piece only.
    const words = JSON.stringify({ failure, warnings, assertions: seen.assertions })
    return {
      words: words
        .replace(/starts with .*?\.( A lenient|")/g, "starts$1")
        .replace(/"begin":"(?:[^"\\]|\\.)*"/g, '"begin":""'),
      httpStatus,
      head: evidence?.head,
    }
  }
  await fc.assert(
    fc.asyncProperty(nearlyGood, async (sent) => {
      bytes = Buffer.from(sent)
      expect(await look(false)).toEqual(await look(true))
    }),
    { numRuns: 200 },
  )
  await target.idle()
})
