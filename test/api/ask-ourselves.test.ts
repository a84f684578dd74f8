import { randomBytes } from "node:crypto"
import dns from "node:dns"
import { once } from "node:events"
import { createServer, request, type RequestListener } from "node:http"
import { networkInterfaces } from "node:os"
import type { AddressInfo } from "node:net"
import { afterAll, expect, test, vi } from "vitest"
import { reachesUs } from "../../src/api/ask-ourselves.ts"
import { createIngressLiveness } from "../../src/api/ingress-liveness.ts"
import { createVault } from "../../src/platform/secret.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { useWorld } from "../support/world.ts"

const outside = "203.0.113.9"
/** What stands in front of this installation under its public name. */
const front = { from: outside, answer: null as RequestListener | null, asked: 0 }

/** A proxy that passes on where a request came from. */
const proxy = createServer((req, res) => {
  front.asked += 1
  if (front.answer !== null) return front.answer(req, res)
  const headers = { ...req.headers, "x-forwarded-for": front.from }
  const passed = request(api.address + (req.url ?? ""), { headers, agent: false }, (answer) => {
    res.writeHead(answer.statusCode ?? 502)
    answer.pipe(res)
  })
  passed.once("error", () => res.destroy())
  passed.end()
})
proxy.listen(0, "127.0.0.1")
await once(proxy, "listening")
const publicUrl = `http://status.example.com:${(proxy.address() as AddressInfo).port}`
const env = { ...apiEnv, BASE_URL: publicUrl, TRUSTED_PROXIES: ["127.0.0.1"] }
const { lookup } = dns
// The public name leads to the proxy.
vi.spyOn(dns, "lookup").mockImplementation(((host: string, ...rest: unknown[]) =>
  Reflect.apply(lookup, dns, [
    host === "status.example.com" ? "127.0.0.1" : host,
    ...rest,
  ])) as typeof lookup)
const api = useApi(env)
/** Without a server, which would record proofs of its own. */
const world = useWorld(env)
afterAll(() => {
  vi.restoreAllMocks()
  proxy.closeAllConnections()
  proxy.close()
})

async function reaches(
  more: { from?: string; answer?: RequestListener; vault?: typeof api.world.services.vault } = {},
): Promise<boolean> {
  Object.assign(front, { from: outside, answer: null, ...more })
  const { vault } = api.world.services
  return reachesUs({ env, vault: more.vault ?? vault })
}

test("a request to our public name that arrives from outside proves that senders reach us", async () => {
  expect(await reaches()).toBe(true)
  expect(await reaches({ from: "2001:db8::9" })).toBe(true)
})

const own = Object.values(networkInterfaces())
  .flatMap((some) => some ?? [])
  .map(({ address }) => address)

test.each(["192.168.1.1", "10.0.0.5", "100.64.0.7", "169.254.0.9", "fd00::1", "fe80::1", ...own])(
  "one that arrives from %s never left our own network",
  async (from) => expect(await reaches({ from })).toBe(false),
)

const answers: [string, RequestListener][] = [
  ["a portal", (_request, response) => void response.end("<h1>Please sign in</h1>")],
  ["nobody", (request) => void request.socket.resetAndDestroy()],
  [
    "a redirect",
    ({ url }, response) => void response.writeHead(302, { location: `${api.address}${url}` }).end(),
  ],
  ["somebody who knows no signature", (_request, response) => void response.end(`${outside} AAAA`)],
  ["an endless page", (_request, response) => void response.end("x".repeat(100_000))],
]

test.each(answers)("%s that answers in our place proves nothing", async (_who, answer) => {
  expect(await reaches({ answer })).toBe(false)
})

test("an answer to another question, or with another address, proves nothing", async () => {
  const given = await (await fetch(`${api.address}/ping/echo/${"0".repeat(32)}`)).text()
  expect(given).toMatch(/^127\.0\.0\.1 \S{43}$/)
  expect(await reaches({ answer: (_request, response) => void response.end(given) })).toBe(false)
  const changed: RequestListener = (asked, response) => {
    void fetch(`${api.address}${asked.url}`)
      .then((answer) => answer.text())
      .then((text) => response.end(text.replace("127.0.0.1", outside)))
  }
  expect(await reaches({ answer: changed })).toBe(false)
})

test("another installation that answers under our name proves nothing", async () => {
  expect(await reaches({ vault: createVault(randomBytes(32)) })).toBe(false)
})

test.each(["http://localhost:3000", "http://10.0.0.5", "http://status.internal"])(
  "%s is not public, so it is not asked",
  async (BASE_URL) => {
    const { vault } = api.world.services
    const before = front.asked
    expect(await reachesUs({ env: { ...env, BASE_URL }, vault })).toBe(false)
    expect(front.asked).toBe(before)
  },
)

const ageOfProof = async ({ services }: typeof world) => {
  const { rows } = await services.database.pool.query<{ age: number }>(
    "select extract(epoch from now() - seen_at)::float8 as age from ingress_liveness where id = 2",
  )
  return rows[0]?.age ?? Infinity
}

test("the server asks itself", async () => {
  await api.world.services.database.pool.query(
    "update ingress_liveness set seen_at = now() - interval '60 seconds' where id = 2",
  )
  await expect.poll(() => ageOfProof(api.world)).toBeLessThan(30)
})

test("what it proved ages once nothing arrives any more, whatever our egress proves", async () => {
  const { pool } = world.services.database
  let laterMs = 0
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + laterMs }
  const { vault } = api.world.services
  const liveness = createIngressLiveness({ ...world.services, vault, clock })
  await liveness.beat()
  await pool.query("update ingress_liveness set seen_at = now() - interval '60 seconds'")
  await pool.query(`insert into prober (id, started_at, seen_at, ipv4_proved_at, weight)
                    values (gen_random_uuid(), now(), now(), now(), 1)`)
  front.answer = null
  await liveness.ask()
  laterMs = 40_000
  front.answer = (asked) => void asked.socket.resetAndDestroy()
  await liveness.ask()
  await liveness.beat()
  expect(Math.round(await ageOfProof(world))).toBe(40)
  front.answer = null
  await liveness.ask()
  await liveness.beat()
  expect(await ageOfProof(world)).toBeLessThan(5)
})
