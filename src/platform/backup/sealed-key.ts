import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from "node:crypto"
import { promisify } from "node:util"
import { z } from "zod"
import { BackupError } from "./backup-error.ts"

const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt)
/** RFC 7914; about 128 MiB and half a second. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** The secret key, encrypted with AES-256-GCM by a key that scrypt derives from the passphrase. In base64. */
export const sealedKey = z.object({
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  body: z.base64(),
})
export type SealedKey = z.output<typeof sealedKey>

export type Sign = (head: Buffer) => Buffer

/** Authenticated with the key, so that nobody can make a backup look like one of before there was a checksum. */
const signedMark = Buffer.from("head.hmac")

export async function sealKey(
  key: Buffer,
  passphrase: string,
): Promise<{ sealed: SealedKey; sign: Sign }> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const stretched = await stretch(passphrase, salt, 32, cost)
  const cipher = createCipheriv("aes-256-gcm", stretched, nonce).setAAD(signedMark)
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), body }
  const sealed = sealedKey.parse(
    Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, one.toString("base64")])),
  )
  return { sealed, sign: signWith(stretched) }
}

/** HMAC-SHA-256 with a key of its own, by HKDF (RFC 5869). */
function signWith(stretched: Buffer): Sign {
  const key = Buffer.from(hkdfSync("sha256", stretched, "", "watchkeeper backup head", 32))
  return (head) => createHmac("sha256", key).update(head).digest()
}

/** @property sign null for a backup of an older version, whose head has no checksum. */
export type OpenedKey = { key: Buffer; sign: Sign | null }

/** @throws {BackupError} for another passphrase. */
export async function openKey(sealed: SealedKey, passphrase: string): Promise<OpenedKey> {
  const salt = Buffer.from(sealed.salt, "base64")
  const stretched = await stretch(passphrase, salt, 32, cost)
  const signed = decipher(sealed, stretched, signedMark)
  if (signed !== null) return { key: signed, sign: signWith(stretched) }
  const unsigned = decipher(sealed, stretched, null)
  if (unsigned !== null) return { key: unsigned, sign: null }
  throw new BackupError({ code: "backup_passphrase_wrong", parameters: {} })
}

/** Null if the key or the mark is another one. */
function decipher(sealed: SealedKey, stretched: Buffer, mark: Buffer | null): Buffer | null {
  const part = (name: keyof SealedKey) => Buffer.from(sealed[name], "base64")
  const found = createDecipheriv("aes-256-gcm", stretched, part("nonce"), { authTagLength: 16 })
  if (mark !== null) found.setAAD(mark)
  try {
    found.setAuthTag(part("tag"))
    return Buffer.concat([found.update(part("body")), found.final()])
  } catch {
    return null
  }
}
