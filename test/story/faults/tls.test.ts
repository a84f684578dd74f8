import {
  createSecureContext,
  getCACertificates,
  setDefaultCACertificates,
  type SecureContext,
  type TlsOptions,
} from "node:tls"
import { afterAll, beforeAll, describe } from "vitest"
import { inDays, issue } from "../../../src/cli/demo/certificate.ts"
import { assertion } from "../../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { answerWith, listen, listenDns, listenTls } from "../../support/listeners.ts"
import { httpTarget, tlsTarget } from "../../support/prober.ts"
import { examine, whole } from "./laboratory.ts"

const authority = issue({ name: "Fault authority", isAuthority: true })
const stranger = issue({ name: "Unknown authority", isAuthority: true })
const between = issue({ name: "Fault intermediate", isAuthority: true, issuer: authority })
const names = ["127.0.0.1", "shop.fault.test"]
const by = { name: "shop", names, issuer: authority }
const good = issue(by)
const expired = issue({ ...by, validFrom: inDays(-90), expiresAt: inDays(-1) })
const early = issue({ ...by, validFrom: inDays(1) })
const own = issue({ name: "shop", names })
const other = issue({ ...by, names: ["other.fault.test"] })
const foreign = issue({ ...by, issuer: stranger })
const below = issue({ ...by, issuer: between })
const soonOver = issue({ ...by, expiresAt: inDays(3) })

beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
const trusted = getCACertificates("default")

/** A web server with TLS. */
async function shop(options: TlsOptions) {
  const { port } = await listenTls(options, (socket) => void socket.end(whole))
  return { target: httpTarget(`https://127.0.0.1:${port}/`) }
}

/** Completes the handshake, but does not speak HTTP. */
async function bare(options: TlsOptions) {
  const { port } = await listenTls(options)
  return { target: tlsTarget(port) }
}

/** A name server that resolves every name to this machine. */
async function namedHere(): Promise<string[]> {
  const { server } = await listenDns(
    (type, name) => ({
      answers: type === "A" ? [{ type, name, ttl: 1, data: "127.0.0.1" }] : [],
    }),
    true,
  )
  return [server]
}

const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "ALL@SECLEVEL=0" } as const

describe("TLS", () => {
  examine([
    {
      fault: "none: a certificate of a trusted authority",
      verdict: ["operational", null, 1],
      at: () => shop(good),
    },
    {
      fault: "a certificate that expired yesterday",
      verdict: ["offline", "tls", 2],
      says: /expired/,
      at: () => shop(expired),
    },
    {
      fault: "the same under a monitor of certificates",
      verdict: ["offline", "tls", 2],
      says: /expired/,
      at: () => bare(expired),
    },
    {
      fault: "a certificate that begins tomorrow",
      verdict: ["offline", "tls", 2],
      says: /not valid before/,
      at: () => shop(early),
    },
    {
      fault: "a certificate signed by itself",
      verdict: ["offline", "tls", 2],
      says: /self-signed|signed by itself/,
      at: () => shop(own),
    },
    {
      fault: "a certificate of another host",
      verdict: ["offline", "tls", 2],
      says: /other\.fault\.test/,
      at: () => shop(other),
    },
    {
      fault: "a certificate of an authority that nobody trusts",
      verdict: ["offline", "tls", 2],
      at: () => shop(foreign),
    },
    {
      fault: "a chain without its intermediate",
      verdict: ["offline", "tls", 2],
      says: /intermediate|chain/,
      at: () => shop(below),
    },
    {
      fault: "the same chain, complete",
      verdict: ["operational", null, 1],
      at: () => shop({ key: below.key, cert: below.cert + between.cert }),
    },
    {
      fault: "a certificate that ends in three days, of which seven were asked for",
      verdict: ["degraded", "certificate_days", 2],
      at: async () => {
        const { target } = await bare(soonOver)
        const assertions = [assertion.parse({ kind: "certificate_days", minDays: 7 })]
        return { target: { ...target, assertions } }
      },
    },
    {
      fault: "a reset in the middle of the handshake",
      verdict: ["offline", "reset", 2],
      says: /handshake/,
      at: async () => {
        const { port } = await listen((socket) =>
          socket.once("data", () => socket.resetAndDestroy()),
        )
        return { target: httpTarget(`https://127.0.0.1:${port}/`) }
      },
    },
    {
      fault: "a handshake that is never answered",
      verdict: ["offline", "timeout", 2],
      says: /handshake .* did not finish within 0\.\d s/,
      timeoutSeconds: 0.5,
      at: async () => ({
        target: httpTarget(
          `https://127.0.0.1:${(await listen((socket) => socket.resume())).port}/`,
        ),
      }),
    },
    {
      fault: "TLS spoken to a plain port",
      verdict: ["offline", "tls", 2],
      says: /does not use TLS/,
      at: async () => ({
        target: httpTarget(
          `https://127.0.0.1:${(await listen((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")))).port}/`,
        ),
      }),
    },
    {
      fault: "plain HTTP spoken to a TLS port",
      verdict: ["offline", "protocol", 2],
      says: /uses TLS. Use https:/,
      at: async () => {
        const alert = "\u0015\u0003\u0003\u0000\u0002\u0002\u0046"
        const { port } = await answerWith((socket) => void socket.end(alert, "latin1"))
        return { target: httpTarget(`http://127.0.0.1:${port}/`) }
      },
    },
    {
      fault: "a server that offers nothing newer than TLS 1.1",
      verdict: ["offline", "tls", 2],
      says: /does not support TLS 1\.2 or later/,
      at: () => shop({ ...good, ...old }),
    },
    {
      fault: "a server that wants a certificate of the client",
      verdict: ["offline", "tls", 2],
      says: /client certificate/,
      at: () => shop({ ...good, requestCert: true, rejectUnauthorized: true, ca: authority.cert }),
    },
    {
      fault: "an expired certificate once, the new one on the second look",
      verdict: ["operational", null, 2],
      at: async () => {
        let connections = 0
        const renewed = (_name: string, done: (error: null, context: SecureContext) => void) =>
          done(null, createSecureContext(connections++ === 0 ? expired : good))
        const { port } = await listenTls(
          { SNICallback: renewed },
          (socket) => void socket.end(whole),
        )
        const target = httpTarget(`https://shop.fault.test:${port}/`)
        return { target, resolvers: await namedHere() }
      },
    },
  ])
})
