import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509"
import { expect, test } from "vitest"
import { said } from "../support/findings.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { probeTls } from "../../src/probe/kinds/tls.ts"
import { listenTls } from "../support/listeners.ts"
import { httpTarget, makeTools, noDeadline, tlsTarget } from "../support/prober.ts"

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
type Keys = Awaited<ReturnType<typeof newKeys>>
type Signer = { name: string; keys: Keys }

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
let serial = 1

/** A certificate of `subject`, signed by `signer`; subject and keys may be those of another certificate. */
async function sign(
  subject: Signer,
  signer: Signer,
  { from = -30, days = 90, isAuthority = true } = {},
): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    serialNumber: (serial++).toString(16).padStart(4, "0"),
    subject: `CN=${subject.name}`,
    issuer: `CN=${signer.name}`,
    notBefore: inDays(from),
    notAfter: inDays(days),
    signingKey: signer.keys.privateKey,
    publicKey: subject.keys.publicKey,
    signingAlgorithm: algorithm,
    extensions: isAuthority
      ? [
          new BasicConstraintsExtension(true, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        ]
      : [new SubjectAlternativeNameExtension([{ type: "ip", value: "127.0.0.1" }])],
  })
  return `${certificate.toString("pem")}\n`
}

const named = async (name: string): Promise<Signer> => ({ name, keys: await newKeys() })
const [root, oldRoot, between, server] = (await Promise.all(
  ["Root", "Old root", "Between", "server"].map(named),
)) as [Signer, Signer, Signer, Signer]
const rootCert = await sign(root, root, { days: 900 })
const leaf = await sign(server, between, { isAuthority: false })
const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", server.keys.privateKey))
const keyPem = `-----BEGIN PRIVATE KEY-----\n${key.toString("base64")}\n-----END PRIVATE KEY-----\n`

/** The reasons of a TLS monitor, and of two checks of an HTTP monitor, of which the second knows the chain. */
async function reasonsFor(sent: string[], ca: string[]): Promise<(string | null)[]> {
  const { port } = await listenTls({ cert: sent.join(""), key: keyPem }, (socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
  })
  const tools = makeTools({ ca })
  const checks = [
    await probeTls(tlsTarget(port), tools, noDeadline()),
    await probeHttp(httpTarget(`https://127.0.0.1:${port}/`), tools, noDeadline()),
    await probeHttp(httpTarget(`https://127.0.0.1:${port}/`), tools, noDeadline()),
  ]
  return checks.map(({ failure }) => said(failure) ?? null)
}

const silent = [null, null, null]
const says = (issuer: string, days: number) => {
  const pattern = new RegExp(
    `^Got ${days} days for the issuer "${issuer}" \\(expires 20\\S+Z\\), expected a certificate valid for 14 or more days\\.$`,
  )
  return [1, 2, 3].map(() => expect.stringMatching(pattern) as string)
}

test("an intermediate certificate that ends soon is named, also if the chain is known", async () => {
  const short = await sign(between, root, { days: 5.5 })
  expect(await reasonsFor([leaf, short], [rootCert])).toEqual(says("Between", 5))
  expect(await reasonsFor([leaf, short, rootCert], [rootCert])).toEqual(says("Between", 5))
})

test("so is an authority of ours that ends soon", async () => {
  const ending = await sign(root, root, { days: 3.5 })
  expect(await reasonsFor([leaf, await sign(between, root)], [ending])).toEqual(says("Root", 3))
})

test("of two with the same name and key, the longer one counts, in either order", async () => {
  const [short, long] = [await sign(between, root, { days: 5.5 }), await sign(between, root)]
  expect(await reasonsFor([leaf, short, long], [rootCert])).toEqual(silent)
  expect(await reasonsFor([leaf, long, short], [rootCert])).toEqual(silent)
})

test("what is merely sent along is not judged", async () => {
  const long = await sign(between, root)
  const crossed = await sign(root, oldRoot, { from: -900, days: -1 })
  const oldRootCert = await sign(oldRoot, oldRoot, { from: -900, days: -1 })
  expect(await reasonsFor([leaf, long, crossed], [rootCert])).toEqual(silent)
  expect(await reasonsFor([leaf, long, crossed, oldRootCert], [rootCert])).toEqual(silent)
  expect(await reasonsFor([leaf, long, crossed], [rootCert, oldRootCert])).toEqual(silent)
  const other = await sign(await named("Other"), oldRoot, { days: 2 })
  expect(await reasonsFor([leaf, long, other], [rootCert])).toEqual(silent)
})

test("a self-signed certificate that is trusted ends by itself", async () => {
  const own = await sign(server, server, { isAuthority: false, days: 3.5 })
  const [reason] = await reasonsFor([own], [own])
  expect(reason).toMatch(/^Got 3 days \(expires /)
})

test("an expired issuer is named", async () => {
  const expired = await sign(between, root, { from: -90, days: -2 })
  expect((await reasonsFor([leaf, expired], [rootCert]))[0]).toMatch(
    /^The certificate of the issuer "Between" expired at 20\S+Z\.$/,
  )
})

test("the server's own certificate is named where it ends first", async () => {
  const own = await sign(server, between, { isAuthority: false, days: 4.5 })
  const [reason] = await reasonsFor([own, await sign(between, root, { days: 6 })], [rootCert])
  expect(reason).toMatch(/^Got 4 days \(expires /)
})
