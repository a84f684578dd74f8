import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto"

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length))

/** A browser's side of a push subscription: its public data, and decryption of messages (RFC 8291, RFC 8188). */
export function makeSubscription(endpoint: string) {
  const curve = createECDH("prime256v1")
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    settings: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender])
      const shared = derive(curve.computeSecret(sender), auth, info, 32)
      const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
      const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
      const record = body.subarray(21 + sender.length)
      const cipher = createDecipheriv("aes-128-gcm", key, nonce)
      cipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

/** Verifies a request's VAPID token (RFC 8292); returns its claims and key. */
export function readVapid(authorization: string | undefined) {
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? "") ?? []
  const [head = "", claims = "", signature = ""] = token.split(".")
  const point = Buffer.from(key, "base64url")
  const x = point.subarray(1, 33)
  const y = point.subarray(33)
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x.toString("base64url"), y: y.toString("base64url") },
    format: "jwk",
  })
  const isGood = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  )
  if (!isGood) throw new Error("the token's signature does not hold")
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) as object }
}
