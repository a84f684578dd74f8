import type { KeyObject } from "node:crypto"
import { generateKeyPairSync, randomBytes, sign } from "node:crypto"

/** Just enough X.509 (RFC 5280) and DER (X.690) for the demo's own authority and its two servers. */

type Issued = { certificate: string; key: string }
export type Authority = { certificate: string; issue(days: number): Issued }

const dayMs = 86_400_000

/** An authority for this run; its certificates are for localhost and 127.0.0.1. */
export function createAuthority(now: Date): Authority {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const issuer = nameOf("Watchkeeper demo authority")
  const isAuthority = extension("551d13", sequence(boolean(true)), true)
  const mayClimb = extension("551d0f", tag(0x03, Buffer.of(1, 0x06)), true)
  const certificate = signed(
    { subject: issuer, issuer, publicKey: own.publicKey, from: now, days: 3650 },
    sequence(isAuthority, mayClimb),
    own.privateKey,
  )
  return {
    certificate,
    issue(days) {
      const pair = generateKeyPairSync("ec", { namedCurve: "P-256" })
      const names = sequence(
        tag(0x82, Buffer.from("localhost")),
        tag(0x87, Buffer.of(127, 0, 0, 1)),
      )
      const leaf = {
        subject: nameOf("localhost"),
        issuer,
        publicKey: pair.publicKey,
        from: new Date(now.getTime() - dayMs),
        days: days + 1,
      }
      return {
        certificate: signed(leaf, sequence(extension("551d11", names, false)), own.privateKey),
        key: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      }
    },
  }
}

type Body = { subject: Buffer; issuer: Buffer; publicKey: KeyObject; from: Date; days: number }

function signed(
  { subject, issuer, publicKey, from, days }: Body,
  extensions: Buffer,
  by: KeyObject,
) {
  const until = new Date(from.getTime() + days * dayMs)
  const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"))
  // The first bit of a serial number must be 0: it is a positive integer.
  const serial = randomBytes(16)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.of(2))),
    tag(0x02, serial),
    ecdsaWithSha256,
    issuer,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    tag(0xa3, extensions),
  )
  const whole = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, by)))
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? []
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n")
}

function tag(type: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(type, length), content])
  const size = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex")
  return Buffer.concat([Buffer.of(type, 0x80 | size.length), size, content])
}

const sequence = (...parts: Buffer[]) => tag(0x30, Buffer.concat(parts))
const identifier = (hex: string) => tag(0x06, Buffer.from(hex, "hex"))
const boolean = (value: boolean) => tag(0x01, Buffer.of(value ? 0xff : 0))
const bits = (content: Buffer) => tag(0x03, Buffer.concat([Buffer.of(0), content]))
const commonName = "550403"
const nameOf = (text: string) =>
  sequence(tag(0x31, sequence(identifier(commonName), tag(0x0c, Buffer.from(text)))))
/** GeneralizedTime after 2049, UTCTime before (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const text = `${date.toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`
  return date.getUTCFullYear() >= 2050
    ? tag(0x18, Buffer.from(text))
    : tag(0x17, Buffer.from(text.slice(2)))
}
const extension = (hex: string, value: Buffer, isCritical: boolean) =>
  sequence(identifier(hex), ...(isCritical ? [boolean(true)] : []), tag(0x04, value))
