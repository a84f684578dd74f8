import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto"
import { isIP } from "node:net"

/** Certificates for tests, written as DER by hand (RFC 5280): no tool of the machine is needed. */
export type Issued = { cert: string; key: string; name: string; privateKey: KeyObject }

export type CertificateOptions = {
  /** Common name of the subject. */
  name: string
  /** DNS names and addresses. */
  names?: string[]
  /** Who signs; the certificate itself where there is none. */
  issuer?: Issued
  isAuthority?: boolean
  validFrom?: Date
  expiresAt?: Date
}

const dayMs = 86_400_000
export const inDays = (days: number) => new Date(Date.now() + days * dayMs)

export function issue(options: CertificateOptions): Issued {
  const { name, names = [], issuer, isAuthority = false } = options
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(oid("1.2.840.10045.4.3.2"))
  const extensions = [
    extension("2.5.29.19", sequence(...(isAuthority ? [der(0x01, Buffer.from([0xff]))] : []))),
    ...(names.length > 0 ? [extension("2.5.29.17", sequence(...names.map(altName)))] : []),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguished(issuer?.name ?? name),
    sequence(time(options.validFrom ?? inDays(-1)), time(options.expiresAt ?? inDays(90))),
    distinguished(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign("sha256", body, issuer?.privateKey ?? privateKey)
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
  return {
    cert: pem(whole),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    name,
    privateKey,
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  const bytes = rest.flatMap((arc) => {
    const groups = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      groups.unshift((left % 128) + 128)
    }
    return groups
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const distinguished = (name: string) =>
  sequence(der(0x31, sequence(oid("2.5.4.3"), der(0x0c, Buffer.from(name)))))

/** GeneralizedTime: 20261121130000Z. */
const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, "").slice(0, 14)}Z`))

const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))

const altName = (name: string) =>
  isIP(name) === 4
    ? der(0x87, Buffer.from(name.split(".").map(Number)))
    : der(0x82, Buffer.from(name))

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes
    .toString("base64")
    .replace(/.{64}/g, "$&\n")
    .trimEnd()}\n-----END CERTIFICATE-----\n`
