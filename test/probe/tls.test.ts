import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSecureContext, type TlsOptions } from "node:tls"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import { probeTls } from "../../src/probe/kinds/tls.ts"
import type { Observation } from "../../src/probe/observation.ts"
import { inDays, issue, type CertificateOptions } from "../../src/cli/demo/certificate.ts"
import { listen, listenTls } from "../support/listeners.ts"
import { makeTools, noDeadline, tlsTarget } from "../support/prober.ts"

const run = promisify(execFile)
const authority = issue({ name: "Test authority", isAuthority: true })
const signed = (options: Partial<CertificateOptions> = {}) =>
  issue({ name: "target", names: ["target.example"], issuer: authority, ...options })

const target = (port: number, more: Parameters<typeof tlsTarget>[1] = {}) =>
  tlsTarget(port, { serverName: "target.example", ...more })

const probe = (port: number, more: Parameters<typeof tlsTarget>[1] = {}) =>
  probeTls(target(port, more), makeTools({ ca: [authority.cert] }), noDeadline())

const offline = (reason: string) => ({ class: "tls", findings: saying(reason), level: "offline" })

test("a good certificate: chain, name and days", async () => {
  const expiresAt = new Date("2099-03-01T12:00:00Z")
  const leaf = signed({ names: ["target.example", "*.target.example", "127.0.0.1"], expiresAt })
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key }, (socket) => socket.resume())
  const seen = await probe(listener.port)
  expect(seen).toMatchObject({
    failure: null,
    warnings: [],
    address: "127.0.0.1",
    certificate: {
      subject: "CN=target",
      issuer: "CN=Test authority",
      names: ["target.example", "*.target.example", "127.0.0.1"],
      expiresAt: "2099-03-01T12:00:00.000Z",
      fingerprint256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) as string,
    },
    evidence: null,
  })
  expect(seen.assertions).toHaveLength(1)
  expect(seen.assertions[0]).toMatchObject({ name: "certificate_days", passed: true })
  expect(seen.phases.tlsMs).toBeGreaterThan(0)
  expect((await probe(listener.port, { serverName: null })).failure).toBeNull()
  expect((await probe(listener.port, { serverName: "a.target.example" })).failure).toBeNull()
  await listener.idle()
})

test("an intermediate certificate sent by the server completes the chain", async () => {
  const between = issue({ name: "between", issuer: authority, isAuthority: true })
  const leaf = signed({ issuer: between })
  const listener = await listenTls({ cert: leaf.cert + between.cert, key: leaf.key })
  expect((await probe(listener.port)).failure).toBeNull()
})

test("fewer than 14 days left degrade, unless the monitor says otherwise", async () => {
  const leaf = signed({ expiresAt: inDays(5.5) })
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key })
  const { failure } = await probe(listener.port)
  expect(failure).toMatchObject({ class: "certificate_days", level: "degraded" })
  expect(said(failure)).toMatch(
    /^Got 5 days \(expires 20\S+Z\), expected a certificate valid for 14 or more days\.$/,
  )
  const days = (minDays: number, level: "offline" | "degraded") =>
    probe(listener.port, { assertions: [{ kind: "certificate_days", minDays, level }] })
  expect((await days(5, "offline")).failure).toBeNull()
  expect((await days(6, "offline")).failure).toMatchObject({
    class: "certificate_days",
    level: "offline",
  })
})

const faults: [string, Partial<CertificateOptions>, string][] = [
  [
    "expired",
    { validFrom: new Date("2020-01-01Z"), expiresAt: new Date("2021-02-03T04:05:06Z") },
    "The certificate expired at 2021-02-03T04:05:06.000Z.",
  ],
  [
    "not yet valid",
    { validFrom: new Date("2090-01-01Z"), expiresAt: new Date("2091-01-01Z") },
    "The certificate is not valid before 2090-01-01T00:00:00.000Z.",
  ],
  [
    "for other names",
    { names: ["a.example", "b.example", "*.c.example", "10.0.0.1", "d.example", "e.example"] },
    "The certificate is for a.example, b.example, *.c.example, 10.0.0.1, d.example and 1 more, not for target.example.",
  ],
  [
    "expired and for another name",
    {
      names: ["a.example"],
      validFrom: new Date("2020-01-01Z"),
      expiresAt: new Date("2021-01-01Z"),
    },
    "The certificate expired at 2021-01-01T00:00:00.000Z. The certificate is for a.example, not for target.example.",
  ],
]

/** Fields of a result with a refused certificate: the reason, and the certificate itself. */
const gist = ({ failure, certificate, assertions }: Observation) => ({
  failure,
  isShown: certificate !== null,
  assertions,
})
const refused = (reason: string) => ({ failure: offline(reason), isShown: true, assertions: [] })

test.each(faults)("%s", async (_, options, reason) => {
  const leaf = signed(options)
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key })
  expect(gist(await probe(listener.port))).toEqual(refused(reason))
})

test("self-signed", async () => {
  const leaf = issue({ name: "target", names: ["target.example"] })
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key })
  expect(gist(await probe(listener.port))).toEqual(refused("The certificate is self-signed."))
})

test("an untrusted authority", async () => {
  const stranger = issue({ name: "Stranger", isAuthority: true })
  const leaf = signed({ issuer: stranger })
  const listener = await listenTls({ cert: leaf.cert + stranger.cert, key: leaf.key })
  expect(gist(await probe(listener.port))).toEqual(
    refused("The chain ends in a self-signed certificate that is not trusted."),
  )
})

test("an incomplete chain names the issuer whose certificate is missing", async () => {
  const between = issue({ name: "Between", issuer: authority, isAuthority: true })
  const leaf = signed({ issuer: between })
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key })
  expect(gist(await probe(listener.port))).toEqual(
    refused(
      'The chain is incomplete: the server did not send the certificate of the issuer "Between", and it is not a trusted authority.',
    ),
  )
})

test("an expired intermediate certificate", async () => {
  const between = issue({
    name: "Between",
    issuer: authority,
    isAuthority: true,
    validFrom: new Date("2020-01-01Z"),
    expiresAt: new Date("2021-01-01Z"),
  })
  const leaf = signed({ issuer: between })
  const listener = await listenTls({ cert: leaf.cert + between.cert, key: leaf.key })
  expect(gist(await probe(listener.port))).toEqual(
    refused('The certificate of the issuer "Between" expired at 2021-01-01T00:00:00.000Z.'),
  )
})

test("the server name decides which certificate is sent; an address sends none", async () => {
  const byName = signed({ names: ["target.example"] })
  const byAddress = signed({ names: ["127.0.0.1"] })
  const asked: string[] = []
  const listener = await listenTls({
    cert: byAddress.cert,
    key: byAddress.key,
    SNICallback: (name, done) => {
      asked.push(name)
      done(null, createSecureContext({ cert: byName.cert, key: byName.key }))
    },
  })
  expect((await probe(listener.port)).certificate?.names).toEqual(["target.example"])
  const seen = await probe(listener.port, { serverName: null })
  expect(seen.failure).toBeNull()
  expect(seen.certificate?.names).toEqual(["127.0.0.1"])
  expect(asked).toEqual(["target.example"])
})

test("a server that supports only outdated TLS", async () => {
  const leaf = signed()
  const listener = await listenTls({
    cert: leaf.cert,
    key: leaf.key,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "ALL:@SECLEVEL=0",
  })
  expect((await probe(listener.port)).failure).toEqual(
    offline(
      `The TLS handshake with 127.0.0.1:${listener.port} failed: the server does not support TLS 1.2 or later.`,
    ),
  )
})

const narrow: [string, TlsOptions][] = [
  ["TLS 1.2", { maxVersion: "TLSv1.2" }],
  ["TLS 1.3", { minVersion: "TLSv1.3" }],
  ["one cipher of TLS 1.3", { ciphers: "TLS_AES_256_GCM_SHA384", minVersion: "TLSv1.3" }],
  ["P-256", { ecdhCurve: "P-256" }],
  ["P-384", { ecdhCurve: "P-384" }],
  ["P-521", { ecdhCurve: "P-521" }],
  ["P-384 and TLS 1.2", { ecdhCurve: "P-384", maxVersion: "TLSv1.2" }],
]

test.each(narrow)("a server that offers only %s", async (_, options) => {
  const { cert, key } = signed()
  const listener = await listenTls({ cert, key, ...options })
  expect((await probe(listener.port)).failure).toBeNull()
})

test("no cipher in common", async () => {
  const leaf = signed()
  const listener = await listenTls({
    cert: leaf.cert,
    key: leaf.key,
    maxVersion: "TLSv1.2",
    ciphers: "ECDHE-ECDSA-AES256-SHA:@SECLEVEL=0",
    ecdhCurve: "secp256k1",
  })
  const { failure } = await probe(listener.port)
  expect(failure?.class).toBe("tls")
  expect(said(failure)).toMatch(/the server refused it/)
})

test("a port that does not speak TLS", async () => {
  const listener = await listen((socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  )
  expect((await probe(listener.port)).failure).toEqual(
    offline(
      `The TLS handshake with 127.0.0.1:${listener.port} failed: the port does not use TLS; it may need http:// instead of https://.`,
    ),
  )
})

test("a server that hangs up or resets during the handshake is a reset, which our own network could cause", async () => {
  for (const end of ["end", "resetAndDestroy"] as const) {
    const listener = await listen((socket) => socket.once("data", () => void socket[end]()))
    expect((await probe(listener.port)).failure).toEqual({
      class: "reset",
      findings: saying(
        `The TLS handshake with 127.0.0.1:${listener.port} failed: the server closed the connection.`,
      ),
      level: "offline",
    })
    await listener.idle()
  }
})

test("a server that requires a client certificate still shows its own", async () => {
  const leaf = signed()
  const listener = await listenTls({
    cert: leaf.cert,
    key: leaf.key,
    requestCert: true,
    rejectUnauthorized: true,
  })
  expect((await probe(listener.port)).failure).toBeNull()
})

test("a self-hoster's own authority is trusted through NODE_EXTRA_CA_CERTS", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-ca-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, "ca.pem")
  await writeFile(file, authority.cert)
  const leaf = signed()
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key })
  const script = `
    import { createContext, openSecure, shake } from "./src/probe/tls/secure.ts"
    const options = { context: createContext(), serverName: "target.example" }
    const socket = openSecure("127.0.0.1", ${listener.port}, options)
    const { chainCode } = await shake(socket, AbortSignal.timeout(5000))
    process.stdout.write(String(chainCode))
    socket.destroy()`
  const chainCode = async (env: NodeJS.ProcessEnv) => {
    const options = { env: { ...process.env, ...env } }
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], options)
    return stdout
  }
  expect(await chainCode({})).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE")
  expect(await chainCode({ NODE_EXTRA_CA_CERTS: file })).toBe("null")
})

test("a certificate with hundreds of names is stored truncated", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `host${at}.example`)
  const leaf = signed({ names: [...names, "target.example"] })
  const listener = await listenTls({ cert: leaf.cert, key: leaf.key })
  const seen = await probe(listener.port)
  expect(seen.failure).toBeNull()
  expect(seen.certificate?.names).toEqual(names.slice(0, 100))
})
