import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto"
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Env } from "./env.ts"
import { SettingError } from "./env.ts"

/** Encrypts stored secrets that must be readable again, such as webhook secrets, with AES-256-GCM. */
export type Vault = {
  seal(text: string): Uint8Array<ArrayBuffer>
  /** @throws {SealError} if it was sealed with another key. */
  open(sealed: Uint8Array): string
  /** Derives a secret for one purpose (HKDF, RFC 5869): 32 bytes in base64url, the same at every start. */
  derive(purpose: string): string
}

/** What is stored was sealed with another key, or damaged. */
export class SealError extends Error {}

const version = 1
const nonceBytes = 12
const tagBytes = 16

export function createVault(raw: Uint8Array): Vault {
  // Created once: with raw bytes Node would create a key object at every call.
  const key = createSecretKey(raw)
  const derived = new Map<string, string>()

  function derive(purpose: string): string {
    const found = derived.get(purpose)
    if (found !== undefined) return found
    const secret = hkdfSync("sha256", key, "", `watchkeeper ${purpose}`, 32)
    const text = Buffer.from(secret).toString("base64url")
    derived.set(purpose, text)
    return text
  }

  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv("aes-256-gcm", key, nonce)
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Uint8Array.from(Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]))
    },
    open(sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== version) throw new SealError(`sealed with an unknown version: ${bytes[0]}`)
      const tagAt = 1 + nonceBytes
      const bodyAt = tagAt + tagBytes
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, tagAt))
      decipher.setAuthTag(bytes.subarray(tagAt, bodyAt))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString()
      } catch (cause) {
        throw new SealError("sealed with another key, or damaged", { cause })
      }
    },
    derive,
  }
}

/** The key from SECRET_KEY, or from a file in the data folder that the first start creates. */
export async function loadKey(env: Pick<Env, "SECRET_KEY" | "DATA_DIR">): Promise<Buffer> {
  if (env.SECRET_KEY !== undefined) return Buffer.from(env.SECRET_KEY, "base64")
  const path = join(env.DATA_DIR, "secret.key")
  const text = (await readIfThere(path)) ?? (await writeFresh(env.DATA_DIR, path))
  const key = Buffer.from(text.trim(), "base64")
  if (key.length !== 32) {
    throw new SettingError(`${path} must hold 32 bytes in base64; restore it from your backup.`)
  }
  return key
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (isCode(error, "ENOENT")) return null
    throw error
  }
}

/** Created atomically, because another role may start at the same moment; the first one wins. */
async function writeFresh(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const fresh = `${path}.${randomBytes(6).toString("hex")}`
  await writeFile(fresh, `${randomBytes(32).toString("base64")}\n`, { flag: "wx", mode: 0o600 })
  try {
    await link(fresh, path)
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error
  } finally {
    await unlink(fresh)
  }
  return readFile(path, "utf8")
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code

export const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(text).digest())
