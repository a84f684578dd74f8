import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto"

/** Encrypts stored secrets that must be readable again, such as webhook secrets, with AES-256-GCM. */
export type Vault = {
  /** Recognizes the key that encrypts, without revealing it. */
  fingerprint: string
  seal(text: string): Uint8Array<ArrayBuffer>
  /** @throws {SealError} if it was sealed with another key. */
  open(sealed: Uint8Array): string
  /** Derives a secret for one purpose (HKDF, RFC 5869): 32 bytes in base64url, the same at every start. */
  derive(purpose: string): string
  /** Signs a text for one purpose (HMAC with SHA-256), with `bytes` of the signature. */
  sign(purpose: string, text: string | Buffer, bytes?: number): Buffer
  /** Whether `sign` returned exactly these `bytes` for the text. */
  isSigned(purpose: string, text: string | Buffer, given: Uint8Array, bytes?: number): boolean
}

/** What is stored was sealed with another key, or damaged. */
export class SealError extends Error {}

const version = 1
const nonceBytes = 12
const tagBytes = 16
const signatureBytes = 32

/** @param older keys that only read: what they sealed or signed is still accepted. */
export function createVault(raw: Uint8Array, ...older: Uint8Array[]): Vault {
  // Created once: with raw bytes Node would create a key object at every call.
  const keys = [raw, ...older].map((bytes) => createSecretKey(bytes))
  const [key = createSecretKey(raw)] = keys
  const deriveOf = keys.map(createDerive)
  const [derive = createDerive(key)] = deriveOf
  return {
    fingerprint: fingerprintOf(raw),
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv("aes-256-gcm", key, nonce)
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Uint8Array.from(Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]))
    },
    open(sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== version) throw new SealError(`sealed with an unknown version: ${bytes[0]}`)
      for (const one of keys) {
        const text = openWith(one, bytes)
        if (text !== null) return text
      }
      throw new SealError("sealed with another key, or damaged")
    },
    derive,
    sign: (purpose, text, bytes = signatureBytes) => sign(derive(purpose), text, bytes),
    isSigned(purpose, text, given, bytes = signatureBytes) {
      return (
        given.length === bytes &&
        deriveOf.some((secretOf) => timingSafeEqual(given, sign(secretOf(purpose), text, bytes)))
      )
    },
  }
}

const sign = (secret: string, text: string | Buffer, bytes: number): Buffer =>
  createHmac("sha256", secret).update(text).digest().subarray(0, bytes)

function createDerive(key: KeyObject): (purpose: string) => string {
  const derived = new Map<string, string>()
  return (purpose) => {
    const found = derived.get(purpose)
    if (found !== undefined) return found
    const secret = hkdfSync("sha256", key, "", `watchkeeper ${purpose}`, 32)
    const text = Buffer.from(secret).toString("base64url")
    derived.set(purpose, text)
    return text
  }
}

/** Null if the key is another one, or the value is damaged. */
function openWith(key: KeyObject, bytes: Buffer): string | null {
  const tagAt = 1 + nonceBytes
  const bodyAt = tagAt + tagBytes
  if (bytes.length < bodyAt) return null
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, tagAt))
  decipher.setAuthTag(bytes.subarray(tagAt, bodyAt))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString()
  } catch {
    // The tag does not match; Node's error says nothing else.
    return null
  }
}

/** Recognizes a key without revealing it. */
export const fingerprintOf = (key: Uint8Array): string =>
  createHash("sha256")
    .update(createDerive(createSecretKey(key))("backup fingerprint"))
    .digest("hex")

export const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(text).digest())
