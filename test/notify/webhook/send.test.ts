import { inWords } from "../../support/in-words.ts"
import type { ServerResponse } from "node:http"
import { expect, onTestFinished, test } from "vitest"
import { issue } from "../../../src/cli/demo/certificate.ts"
import { startDnsServer } from "../../support/dns-server.ts"
import { closedPort, listen } from "../../support/listeners.ts"
import { startReceiver } from "../../support/receiver.ts"
import { createSend, type Send } from "../../../src/platform/send-post.ts"
import { systemClock } from "../../../src/platform/clock.ts"
import { testEnv } from "../../support/world.ts"

const post = async (send: Send, url = "https://127.0.0.1/hook?a=b") => {
  const headers = { "content-type": "application/json", "webhook-id": "x" }
  return inWords(await send({ url, headers, body: '{"ü":1}' }))
}

const noAnswer = { responseStatus: null, responseHeaders: null, responseBody: null }

test("a post is sent unchanged over a new connection, and its response is recorded", async () => {
  const { send, got } = await startReceiver((response) =>
    response.writeHead(202, { "x-trace": "abc" }).end("thanks\u0000"),
  )
  const sent = await post(send)
  expect(sent).toEqual({
    outcome: "accepted",
    durationMs: expect.any(Number),
    responseStatus: 202,
    responseHeaders: expect.stringMatching(/^x-trace: abc\n/),
    responseBody: "thanks\uFFFD",
    error: null,
    retryAfter: null,
  })
  expect(got).toMatchObject([
    {
      method: "POST",
      path: "/hook?a=b",
      body: '{"ü":1}',
      headers: {
        host: "127.0.0.1",
        "content-length": "8",
        "content-type": "application/json",
        connection: "close",
      },
    },
  ])
})

test("any response but 2xx is a failure with a message; a redirect is not followed", async () => {
  const target = await startReceiver()
  const answers = [
    [500, {}],
    [429, { "retry-after": "120" }],
    [302, { location: `https://127.0.0.1:${target.port}/` }],
    [410, {}],
    [304, {}],
  ] as const
  const { send } = await startReceiver((response, index) => {
    const [status, headers] = answers[index] ?? [200, {}]
    response.writeHead(status, headers).end()
  })
  const seen = []
  for (const _answer of answers) seen.push(await post(send))
  expect(seen.map(({ outcome, error, retryAfter }) => [outcome, error, retryAfter])).toEqual([
    ["rejected", "The endpoint returned 500.", null],
    ["rejected", "The endpoint returned 429.", 120],
    ["redirected", "The endpoint returned 302. Redirects are not followed.", null],
    ["gone", "The endpoint returned 410 Gone.", null],
    ["redirected", "The endpoint returned 304. Redirects are not followed.", null],
  ])
  expect(target.got).toEqual([])
})

/** Writes until the peer stops reading. */
function flood(response: ServerResponse): void {
  const counted = { bytes: 0 }
  const chunk = Buffer.alloc(16_384, "x")
  const more = () => {
    while (!response.destroyed && response.write(chunk)) counted.bytes += chunk.length
  }
  response.on("drain", more)
  more()
}

test("an endless response is truncated, and only its beginning is stored", async () => {
  const { send } = await startReceiver((response) => {
    response.writeHead(200, { "x-long": "y".repeat(6000) })
    flood(response)
  })
  const sent = await post(send)
  expect(sent.outcome).toBe("accepted")
  expect(sent.responseBody).toBe("x".repeat(4096))
  expect(sent.responseHeaders).toHaveLength(4096)
})

const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write("."), 20)
  onTestFinished(() => clearInterval(timer))
}

test("the status decides, not the body: a slow body is abandoned soon, a silent receiver at the deadline", async () => {
  const { send } = await startReceiver(
    (response) => {
      const status = Number(response.req.url?.slice(1))
      if (status === 0) return
      response.writeHead(status)
      drip(response)
    },
    { totalMs: 1500 },
  )
  const [ok, bad, silent] = await Promise.all([
    post(send, "https://127.0.0.1/200"),
    post(send, "https://127.0.0.1/500"),
    post(send, "https://127.0.0.1/0"),
  ])
  expect(ok).toMatchObject({ outcome: "accepted", error: null, responseStatus: 200 })
  expect(ok.responseBody).toMatch(/^\.+$/)
  expect(bad).toMatchObject({ outcome: "rejected", error: "The endpoint returned 500." })
  expect(silent).toMatchObject({
    ...noAnswer,
    outcome: "timed_out",
    error: "No response within 1.5 s.",
  })
  for (const { durationMs } of [ok, bad]) expect(durationMs).toBeLessThan(1000)
  expect(silent.durationMs).toBeGreaterThanOrEqual(1499)
  expect(silent.durationMs).toBeLessThan(10_000)
})

const make = (port: number) => createSend({ env: testEnv, clock: systemClock, port, totalMs: 1500 })

test("a receiver without TLS, with an untrusted certificate, or that hangs up fails the delivery", async () => {
  const deaf = await listen(() => undefined)
  const rude = await listen((socket) => socket.destroy())
  expect(await post(make(deaf.port))).toMatchObject({
    ...noAnswer,
    outcome: "timed_out",
    error: "No response within 1.5 s.",
  })
  expect(await post(make(rude.port))).toMatchObject({ ...noAnswer, outcome: "unreachable" })
  expect(await post(make(await closedPort()))).toMatchObject({
    outcome: "unreachable",
    error: expect.stringMatching(/^No response: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/),
  })
  const strange = issue({ name: "Somebody else", isAuthority: true })
  const { send, got } = await startReceiver(undefined, { ca: [strange.cert] })
  expect(await post(send)).toMatchObject({
    ...noAnswer,
    outcome: "untrusted",
    error: expect.stringMatching(/^The certificate is not trusted: /),
  })
  expect(got).toEqual([])
})

test("a certificate for another name is not trusted", async () => {
  const dns = await startDnsServer(({ type, name }) => ({
    answers: type === "A" ? [{ type: "A", name, data: "127.0.0.1" }] : [],
  }))
  const { send, got } = await startReceiver(undefined, { env: { RESOLVERS: [dns.server] } })
  expect(await post(send, "https://receiver.example/")).toMatchObject({ outcome: "accepted" })
  expect(await post(send, "https://other.example/")).toMatchObject({ outcome: "untrusted" })
  expect(got).toHaveLength(1)
  expect(got[0]?.headers.host).toBe("receiver.example")
})

test("a name server that is silent for one family delays nothing", async () => {
  const dns = await startDnsServer(({ type, name }) =>
    type === "A" ? { answers: [{ type: "A", name, data: "127.0.0.1" }] } : null,
  )
  const { send } = await startReceiver(undefined, { env: { RESOLVERS: [dns.server] } })
  const sent = await post(send, "https://receiver.example/")
  expect(sent).toMatchObject({ outcome: "accepted" })
  expect(sent.durationMs).toBeLessThan(2900)
})

test("a forbidden address is refused by name and by number, also among allowed ones", async () => {
  const addresses = { "inside.example": ["10.0.0.7"], "mixed.example": ["93.184.216.34", "::1"] }
  const dns = await startDnsServer(({ type, name }) => {
    const known = (addresses as Record<string, string[]>)[name] ?? []
    const isSix = type === "AAAA"
    return {
      rcode: name in addresses ? "NOERROR" : "NXDOMAIN",
      answers: known
        .filter((address) => address.includes(":") === isSix)
        .map((data) => ({ type: isSix ? "AAAA" : "A", name, data })),
    }
  })
  const env = { REACHABLE_RANGES: [], RESOLVERS: [dns.server] }
  const { send, got } = await startReceiver(undefined, { env })
  const seen = []
  for (const host of [
    "127.0.0.1",
    "[::1]",
    "169.254.169.254",
    "localhost",
    ...Object.keys(addresses),
    "no.example",
  ]) {
    const { outcome, error, ...rest } = await post(send, `https://${host}/`)
    expect(rest).toMatchObject(noAnswer)
    seen.push([outcome, error])
  }
  expect(seen).toEqual([
    ["forbidden", "Nothing was sent. 127.0.0.1 is a loopback address."],
    ["forbidden", "Nothing was sent. ::1 is a loopback address."],
    ["forbidden", "Nothing was sent. 169.254.169.254 is a link-local or cloud metadata address."],
    ["forbidden", "Nothing was sent. localhost is an internal name."],
    [
      "forbidden",
      "Nothing was sent. inside.example resolves to 10.0.0.7: 10.0.0.7 is a private address.",
    ],
    ["forbidden", "Nothing was sent. mixed.example resolves to ::1: ::1 is a loopback address."],
    ["unresolved", "no.example could not be resolved: ENOTFOUND."],
  ])
  expect(got).toEqual([])
})
