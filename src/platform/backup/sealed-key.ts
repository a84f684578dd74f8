import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto"
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

export async function sealKey(key: Buffer, passphrase: string): Promise<SealedKey> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv("aes-256-gcm", await stretch(passphrase, salt, 32, cost), nonce)
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), body }
  return sealedKey.parse(
    Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, one.toString("base64")])),
  )
}

/** @throws {BackupError} for another passphrase. */
export async function openKey(sealed: SealedKey, passphrase: string): Promise<Buffer> {
  const part = (name: keyof SealedKey) => Buffer.from(sealed[name], "base64")
  const key = await stretch(passphrase, part("salt"), 32, cost)
  const decipher = createDecipheriv("aes-256-gcm", key, part("nonce"))
  decipher.setAuthTag(part("tag"))
  try {
    return Buffer.concat([decipher.update(part("body")), decipher.final()])
  } catch (error) {
    throw new BackupError(
      "The passphrase does not open this backup's secret key. Set BACKUP_PASSPHRASE to the passphrase " +
        "that was set when the backup was made.",
      { cause: error },
    )
  }
}
