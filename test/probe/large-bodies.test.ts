import { setTimeout } from "node:timers/promises"
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import { assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { createLargeBodies } from "../../src/probe/http/large-bodies.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { answerWith, listenHttp } from "../support/listeners.ts"
import { httpTarget, makeTools, noDeadline } from "../support/prober.ts"

const mib = 1_048_576
const body = (comparison: string, value: string) =>
  assertion.parse({ kind: "body", comparison, value })
const path = (text: string, value: string) =>
  assertion.parse({ kind: "json_path", path: text, comparison: "equals", value })

async function probe(
  content: string | Buffer,
  assertions: ReturnType<typeof body>[],
  headers: Record<string, string> = {},
) {
  const { port } = await listenHttp((_request, response) => {
    response.writeHead(200, headers).end(content)
  })
  const target = httpTarget(`http://127.0.0.1:${port}/`, { assertions })
  return probeHttp(target, makeTools(), noDeadline())
}

const items = (bytes: number) =>
  JSON.stringify({
    list: Array.from({ length: bytes / 32 }, (_one, at) => `item ${at}`.padEnd(29)),
    id: 1,
  }).replace(/1}$/, "9007199254740993}")

test.each([1.3, 9])("JSON of %f MiB is read and judged to its end", async (size) => {
  const json = items(size * mib)
  expect(json.length).toBeGreaterThan(size * 0.95 * mib)
  const seen = await probe(json, [
    path("$.id", "9007199254740993"),
    body("not_contains", "nowhere"),
  ])
  expect(seen.failure).toBeNull()
  expect(seen.warnings).toEqual([])
  const bad = await probe(json, [path("$.id", "9007199254740992")])
  expect(said(bad.failure)).toBe('Got 9007199254740993, expected $.id to equal "9007199254740992".')
})

test("beyond 10 MiB nothing is called passed or failed that the rest decides", async () => {
  const json = items(11 * mib)
  const judge = async (one: ReturnType<typeof body>) => (await probe(json, [one])).failure?.class
  expect(await judge(body("contains", "item 7"))).toBeUndefined()
  expect(await judge(body("contains", "nowhere"))).toBe("unread")
  expect(await judge(body("not_contains", "nowhere"))).toBe("unread")
  expect(await judge(body("not_contains", "item 7"))).toBe("assertion")
  expect(await judge(path("$.id", "9007199254740993"))).toBe("unread")
})

test("a monitor that does not look at the body reads a megabyte and has no opinion", async () => {
  const seen = await probe("x".repeat(3 * mib), [])
  expect([seen.failure, seen.warnings]).toEqual([null, []])
})

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const)("compressed as %s: cut by the server, or by our limit", async (coding, compress) => {
  const headers = { "content-encoding": coding }
  const text = Array.from({ length: 20_000 }, (_one, at) => `line ${at * 7919}`).join("\n")
  const packed = compress(Buffer.from(text))
  const cut = await probe(
    packed.subarray(0, packed.length - 9),
    [body("contains", "line 0")],
    headers,
  )
  expect(cut.failure?.class).toBe("truncated")
  expect(said(cut.failure)).toMatch(/ends in the middle of its Content-Encoding/)
  const large = compress(Buffer.from(`needle${"x".repeat(11 * mib)}`))
  expect((await probe(large, [body("contains", "needle")], headers)).failure).toBeNull()
  const open = await probe(large, [body("not_contains", "nothing")], headers)
  expect(open.failure?.class).toBe("unread")
})

test("a few large bodies are read at a time; waiting is not the target's time", async () => {
  const { claim } = createLargeBodies(2)
  const [one, two, three, four] = [claim(), claim(), claim(), claim()]
  const open = noDeadline()
  expect(await Promise.all([one.enter(open), two.enter(open), one.enter(open)])).toEqual([
    true,
    true,
    true,
  ])
  const deadline = new AbortController()
  const waits = [three.enter(deadline.signal), four.enter(open)]
  deadline.abort()
  expect(await waits[0]).toBe(false)
  one[Symbol.dispose]()
  expect(await waits[1]).toBe(true)
  const late = claim().enter(open)
  for (const claimed of [one, two, three]) claimed[Symbol.dispose]()
  expect(await late).toBe(true)
})

test("ten at once are all judged, and one that waits until its timeout is our fault", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const start = `HTTP/1.1 200 OK\r\nContent-Length: ${2 * mib}\r\n\r\n${"x".repeat(mib + 1)}`
  const slow = await answerWith((socket) => {
    socket.write(start)
    void held.then(() => socket.end("x".repeat(mib - 1)))
  })
  const url = `http://127.0.0.1:${slow.port}/`
  const target = httpTarget(url, {
    assertions: [body("contains", "x"), assertion.parse({ kind: "response_time", maxMs: 60_000 })],
  })
  const running = Array.from({ length: 10 }, () => probeHttp(target, makeTools(), noDeadline()))
  const deadline = new AbortController()
  while (slow.count() < 10) await setTimeout(10)
  const late = probeHttp(target, makeTools(), deadline.signal)
  while (slow.count() < 11) await setTimeout(10)
  await setTimeout(100)
  deadline.abort()
  expect((await late).failure).toMatchObject({
    class: "internal",
    findings: saying(/^This prober was reading other large responses/),
  })
  release()
  for (const seen of await Promise.all(running)) expect(seen.failure).toBeNull()
})
