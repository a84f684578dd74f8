import { say } from "../../src/findings/say.ts"
import { X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import { expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import type { Choose, ConnectOptions, Dialed } from "../../src/probe/probe.ts"
import { leave } from "../../src/probe/tls/secure.ts"
import { createTrusted } from "../../src/probe/tls/trusted.ts"
import { inDays, issue } from "../../src/cli/demo/certificate.ts"
import { closedPort, listen, listenDeaf, listenDns, listenTls } from "../support/listeners.ts"
import { makeTools, noDeadline, type ToolOptions } from "../support/prober.ts"

const a = (name: string, data: string) => ({ type: "A", name, data, ttl: 0 }) as const
const aaaa = (name: string, data: string) => ({ type: "AAAA", name, data, ttl: 0 }) as const

async function dial(options: Partial<ConnectOptions> & { port: number }, tools?: ToolOptions) {
  const { dialer } = makeTools(tools)
  const dialed = await dialer.connect({
    host: "127.0.0.1",
    tls: null,
    signal: noDeadline(),
    ...options,
  })
  if (dialed.socket) leave(dialed.socket)
  return dialed
}

/** The result without members that differ between runs. */
const gist = ({ failure, address, warnings }: Dialed) => ({ failure, address, warnings })

/** Answers A and AAAA queries for any name. */
async function nameServer(v4: string[], v6: string[] = []) {
  const { server, asked } = await listenDns((type, name) => ({
    answers: type === "A" ? v4.map((one) => a(name, one)) : v6.map((one) => aaaa(name, one)),
  }))
  return { servers: [server], asked }
}

test("a literal address is connected to without a lookup", async () => {
  const target = await listen(() => undefined)
  const dialed = await dial({ port: target.port })
  expect(dialed).toMatchObject({
    failure: null,
    address: "127.0.0.1",
    certificate: null,
    chainFaults: [],
    warnings: [],
    phases: { dnsMs: null, tlsMs: null, firstByteMs: null, transferMs: null },
  })
  expect(dialed.phases.connectMs).toBeGreaterThan(0)
  await target.idle()
  expect(target.count()).toBe(1)
})

test("every phase is timed, and every connection is new with a full handshake", async () => {
  const authority = issue({ name: "authority", isAuthority: true })
  const leaf = issue({ name: "target", names: ["target.example"], issuer: authority })
  const resumed: boolean[] = []
  const target = await listenTls({ cert: leaf.cert, key: leaf.key }, (socket) => {
    resumed.push(socket.isSessionReused())
    socket.resume()
  })
  const { servers } = await nameServer(["127.0.0.1"])
  const tools = { servers, ca: [authority.cert] }
  const tls = { serverName: "target.example", rejectUnauthorized: true }
  for (const _ of [1, 2]) {
    const dialed = await dial({ host: "target.example", port: target.port, tls }, tools)
    expect(gist(dialed)).toEqual({ failure: null, address: "127.0.0.1", warnings: [] })
    expect(dialed.certificate?.names).toEqual(["target.example"])
    expect(dialed.phases).toEqual({
      dnsMs: expect.any(Number),
      connectMs: expect.any(Number),
      tlsMs: expect.any(Number),
      firstByteMs: null,
      transferMs: null,
    })
  }
  await target.idle()
  expect(resumed).toEqual([false, false])
  expect(target.count()).toBe(2)
})

test("a refused connection names the address that refused it", async () => {
  const port = await closedPort()
  expect(gist(await dial({ port }))).toEqual({
    failure: {
      class: "connect_refused",
      findings: saying(`127.0.0.1:${port} refused the connection.`),
      level: "offline",
      peers: ["127.0.0.1"],
    },
    address: null,
    warnings: [],
  })
})

test("the next address is tried after a refusal, and the refusal becomes a warning", async () => {
  const target = await listen(() => undefined)
  const { servers } = await nameServer(["127.0.0.2", "127.0.0.1"])
  const { port } = target
  expect(gist(await dial({ host: "target.example", port }, { servers }))).toEqual({
    failure: null,
    address: "127.0.0.1",
    warnings: saying(
      `127.0.0.2:${port} refused the connection; 127.0.0.1:${port} was reached instead.`,
    ),
  })
})

const over =
  (family: 4 | 6): Choose =>
  (_host, addresses) =>
    addresses.filter((one) => one.family === family)

test("the other family is tried, or one address alone if chosen", async () => {
  const target = await listen(() => undefined, "::1")
  const { servers } = await nameServer(["127.0.0.1"], ["::1"])
  const { port } = target
  const host = "target.example"
  expect(gist(await dial({ host, port }, { servers }))).toEqual({
    failure: null,
    address: "::1",
    warnings: saying(
      `127.0.0.1:${port} refused the connection; [::1]:${port} was reached instead.`,
    ),
  })
  expect(gist(await dial({ host, port, choose: over(6) }, { servers }))).toEqual({
    failure: null,
    address: "::1",
    warnings: [],
  })
  expect((await dial({ host, port, choose: over(4) }, { servers })).failure?.class).toBe(
    "connect_refused",
  )
})

test("all failed addresses are named, and the most significant failure decides", async () => {
  const port = await closedPort()
  const { servers } = await nameServer(["127.0.0.2"], ["2001:db8::1"])
  const ranges = ["127.0.0.0/8", "2001:db8::/32"]
  const dialed = await dial({ host: "target.example", port }, { servers, ranges })
  expect(dialed.failure?.class).toBe("connect_refused")
  expect(said(dialed.failure)).toMatch(
    new RegExp(
      `^127\\.0\\.0\\.2:${port} refused the connection; \\[2001:db8::1\\]:${port} cannot be reached`,
    ),
  )
})

test("a silent address is overtaken by the next one after 2.5 s", async () => {
  const target = await listen(() => undefined)
  await listenDeaf("127.0.0.2", target.port)
  const { servers } = await nameServer(["127.0.0.2", "127.0.0.1"])
  const dialed = await dial({ host: "target.example", port: target.port }, { servers })
  expect(gist(dialed)).toEqual({ failure: null, address: "127.0.0.1", warnings: [] })
  expect(dialed.phases.connectMs).toBeGreaterThan(2400)
})

test("an abort while connecting is a connect timeout", async () => {
  const port = await closedPort()
  await listenDeaf("127.0.0.1", port)
  const deadline = new AbortController()
  let abortedAt = 0
  setTimeout(() => {
    abortedAt = performance.now()
    deadline.abort()
  }, 100)
  const dialed = await dial({ port, signal: deadline.signal })
  // TCP itself gives up after two minutes.
  expect(performance.now() - abortedAt).toBeLessThan(60_000)
  expect(dialed.failure).toEqual({
    class: "connect_timeout",
    findings: saying(
      new RegExp(String.raw`^127\.0\.0\.1:${port} did not answer within \d+\.\d s\.$`),
    ),
    level: "offline",
    peers: ["127.0.0.1"],
  })
})

test("a timeout before the other family was tried names only the family that was tried", async () => {
  const target = await listen(() => undefined, "::1")
  await listenDeaf("127.0.0.1", target.port)
  const { servers } = await nameServer(["127.0.0.1"], ["::1"])
  const deadline = new AbortController()
  setTimeout(() => deadline.abort(), 100)
  const { signal } = deadline
  const dialed = await dial({ host: "target.example", port: target.port, signal }, { servers })
  expect(dialed.failure).toMatchObject({
    class: "connect_timeout",
    peers: [expect.stringMatching(/^127\./)],
  })
})

test("an abort during the lookup is a temporary DNS failure", async () => {
  const deadline = new AbortController()
  const { server } = await listenDns(() => {
    deadline.abort()
    return null
  })
  const dialed = await dial(
    { host: "target.example", port: 80, signal: deadline.signal },
    { servers: [server] },
  )
  expect(dialed.failure?.class).toBe("dns_temporary")
  expect(dialed.phases.dnsMs).toBeGreaterThan(0)
  expect(dialed.phases.connectMs).toBeNull()
})

test("an abort during the handshake is a timeout that names the phase, and leaves no socket", async () => {
  const deadline = new AbortController()
  const target = await listen((socket) => socket.once("data", () => deadline.abort()))
  const tls = { serverName: "target.example", rejectUnauthorized: true }
  const dialed = await dial({ port: target.port, tls, signal: deadline.signal })
  expect(dialed.failure?.class).toBe("timeout")
  expect(said(dialed.failure)).toMatch(
    new RegExp(
      String.raw`^The TLS handshake with 127\.0\.0\.1:${target.port} did not finish within 0\.\d s\.$`,
    ),
  )
  expect(dialed.address).toBe("127.0.0.1")
  await target.idle()
})

test("an already aborted signal connects to nothing", async () => {
  const target = await listen(() => undefined)
  const dialed = await dial({ port: target.port, signal: AbortSignal.abort() })
  expect(dialed.failure?.class).toBe("connect_timeout")
  expect(target.count()).toBe(0)
})

test("rebinding: exactly the resolved address is connected to, without another query", async () => {
  const target = await listen(() => undefined)
  const dns = await listenDns((type, name, index) =>
    type === "A" ? { answers: [a(name, index < 2 ? "127.0.0.1" : "127.0.0.66")] } : {},
  )
  const tools = { servers: [dns.server], ranges: ["127.0.0.1/32"] }
  const { port } = target
  expect((await dial({ host: "rebind.example", port }, tools)).address).toBe("127.0.0.1")
  expect(dns.asked).toHaveLength(2)
  expect((await dial({ host: "rebind.example", port }, tools)).failure).toEqual({
    class: "forbidden_address",
    findings: saying(
      "rebind.example resolves to 127.0.0.66; 127.0.0.66 is a loopback address. To allow it, add its range to REACHABLE_RANGES on the server.",
    ),
    level: "offline",
  })
  expect(target.count()).toBe(1)
})

test("the address actually reached is checked again, before a byte is sent", async () => {
  let heard = 0
  const target = await listen((socket) => socket.on("data", ({ length }) => (heard += length)))
  const { port } = target
  const tls = { serverName: "target.example", rejectUnauthorized: true }
  // Connecting to 0.0.0.0 reaches this machine.
  const options = { host: "0.0.0.0", port, tls }
  expect(gist(await dial(options, { ranges: ["0.0.0.0/32"] }))).toEqual({
    failure: {
      class: "forbidden_address",
      findings: saying("Connected to another address: 127.0.0.1 is a loopback address."),
      level: "offline",
    },
    address: "0.0.0.0",
    warnings: [],
  })
  await target.idle()
  expect([target.count(), heard]).toEqual([1, 0])
})

test("an untrusted certificate fails, or is returned with its error if requested", async () => {
  const leaf = issue({ name: "target", names: ["target.example"], expiresAt: inDays(30) })
  const target = await listenTls({ cert: leaf.cert, key: leaf.key })
  const { port } = target
  const serverName = "target.example"
  const strict = await dial({ port, tls: { serverName, rejectUnauthorized: true } })
  expect(strict.failure).toEqual({
    class: "tls",
    findings: saying("The certificate is self-signed."),
    level: "offline",
  })
  expect(strict.certificate?.names).toEqual(["target.example"])
  const lax = await dial({ port, tls: { serverName, rejectUnauthorized: false } })
  expect(lax.failure).toBeNull()
  expect(say(lax.chainFaults)).toBe("The certificate is self-signed.")
  await target.idle()
})

test("a verified chain is cached; a different or shorter one is refused at once", async () => {
  const authority = issue({ name: "authority", isAuthority: true })
  const between = issue({ name: "between", issuer: authority, isAuthority: true })
  const leaf = issue({ name: "target", names: ["target.example"], issuer: between })
  const own = issue({ name: "target", names: ["target.example"] })
  const { cert, key } = leaf
  const whole = { cert: cert + between.cert, key }
  let shown = whole
  const target = await listenTls({
    SNICallback: (_name, done) => done(null, createSecureContext(shown)),
  })
  const { dialer } = makeTools({ ca: [authority.cert] })
  const look = async () => {
    const tls = { serverName: "target.example", rejectUnauthorized: true }
    const options = { host: "127.0.0.1", port: target.port, tls, signal: noDeadline() }
    const { failure, socket } = await dialer.connect(options)
    if (socket) leave(socket)
    return said(failure) ?? null
  }
  expect([await look(), await look()]).toEqual([null, null])
  expect(target.count()).toBe(2)
  shown = { cert, key }
  expect(await look()).toMatch(/^The chain is incomplete/)
  shown = whole
  expect(await look()).toBeNull()
  shown = { cert: own.cert, key: own.key }
  expect(await look()).toBe("The certificate is self-signed.")
  // The two chains that differ from the cached one were each verified.
  expect(target.count()).toBe(7)
  await target.idle()
})

test("a cached chain expires after ten minutes, or with its certificates", () => {
  let monotonicMs = 0
  let wallMs = Date.now()
  const clock = { now: () => new Date(wallMs), monotonicMs: () => monotonicMs }
  const trusted = createTrusted(clock)
  const x509 = new X509Certificate(issue({ name: "target", expiresAt: inDays(1) }).cert)
  const other = new X509Certificate(issue({ name: "target" }).cert)
  expect(trusted.expects("place")).toBe(false)
  trusted.remember("place", x509, null)
  const knows = (place: string, one: X509Certificate) => trusted.find(place, one) !== undefined
  const ofPlace = () => [trusted.expects("place"), knows("place", x509)]
  expect(ofPlace()).toEqual([true, true])
  expect([knows("place", other), knows("elsewhere", x509)]).toEqual([false, false])
  monotonicMs = 599_000
  expect(ofPlace()).toEqual([true, true])
  // Certificates expire at a whole second, which may be the next one.
  wallMs += 86_401_000
  expect(ofPlace()).toEqual([false, false])
  wallMs -= 86_401_000
  monotonicMs = 600_000
  expect(ofPlace()).toEqual([false, false])
  for (const one of [x509, other]) trusted.remember("place", one, null)
  expect([knows("place", x509), knows("place", other)]).toEqual([true, true])
})
