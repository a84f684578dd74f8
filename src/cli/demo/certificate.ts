import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto"
import { isIP } from "node:net"

/** Minimal X.509 (RFC 5280) and DER (X.690) for our own servers on loopback. */

export type Issued = { cert: string; key: string; name: string; privateKey: KeyObject }

export type CertificateOptions = {
  /** Common name of the subject. */
  name: string
  /** DNS names and IP addresses of the certificate. */
  names?: string[]
  /** The signer; self-signed if omitted. */
  issuer?: Issued
  isAuthority?: boolean
  /** Yesterday by default. */
  validFrom?: Date
  /** In ninety days by default. */
  expiresAt?: Date
}

const dayMs = 86_400_000
export const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)

/** A new P-256 key and its certificate, both in PEM. */
export function issue(options: CertificateOptions): Issued {
  const { name, names = [], issuer, isAuthority = false } = options
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"))
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.of(2))),
    tag(0x02, serialNumber()),
    ecdsaWithSha256,
    commonName(issuer?.name ?? name),
    sequence(time(options.validFrom ?? inDays(-1)), time(options.expiresAt ?? inDays(90))),
    commonName(name),
    publicKey.export({ type: "spki", format: "der" }),
    tag(0xa3, sequence(...(isAuthority ? authorityExtensions : []), ...altNames(names))),
  )
  const signature = sign("sha256", body, issuer?.privateKey ?? privateKey)
  return {
    cert: pem(sequence(body, ecdsaWithSha256, bits(signature))),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    name,
    privateKey,
  }
}

function tag(type: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(type, length), content])
  const size = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex")
  return Buffer.concat([Buffer.of(type, 0x80 | size.length), size, content])
}

const sequence = (...parts: Buffer[]) => tag(0x30, Buffer.concat(parts))
const identifier = (hex: string) => tag(0x06, Buffer.from(hex, "hex"))
const bits = (content: Buffer) => tag(0x03, Buffer.concat([Buffer.of(0), content]))
const commonName = (text: string) =>
  sequence(tag(0x31, sequence(identifier("550403"), tag(0x0c, Buffer.from(text)))))

const isTrue = tag(0x01, Buffer.of(0xff))
const extension = (hex: string, value: Buffer, isCritical: boolean) =>
  sequence(identifier(hex), ...(isCritical ? [isTrue] : []), tag(0x04, value))
/** Basic constraints, and key usage for signing certificates and revocation lists. */
const authorityExtensions = [
  extension("551d13", sequence(isTrue), true),
  extension("551d0f", tag(0x03, Buffer.of(1, 0x06)), true),
]

const altNames = (names: string[]): Buffer[] =>
  names.length === 0 ? [] : [extension("551d11", sequence(...names.map(altName)), false)]

const altName = (name: string) =>
  isIP(name) === 4
    ? tag(0x87, Buffer.from(name.split(".").map(Number)))
    : tag(0x82, Buffer.from(name))

/** The first bit must be 0, because a serial number is a positive integer. */
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  return serial
}

/** GeneralizedTime after 2049, UTCTime before (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const text = `${date.toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`
  return date.getUTCFullYear() >= 2050
    ? tag(0x18, Buffer.from(text))
    : tag(0x17, Buffer.from(text.slice(2)))
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? []
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n")
}
