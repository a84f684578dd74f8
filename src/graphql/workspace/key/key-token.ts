import { randomBytes } from "node:crypto"
import type { KeyClass } from "../../../../prisma/generated/enums.ts"

/** Prefix of each key class. */
export const prefixes: Record<KeyClass, string> = {
  public: "watchkeeper_live_",
  legacy: "watchkeeper_legacy_",
  ingestion: "watchkeeper_ingest_",
}

/** 32 random bytes in base64url. */
const secretForm = /^[A-Za-z0-9_-]{43}$/

/** Generates a key: the prefix of its class and 43 characters, of which `hint` is the first eight. */
export function newToken(keyClass: KeyClass): { token: string; hint: string } {
  const secret = randomBytes(32).toString("base64url")
  return { token: `${prefixes[keyClass]}${secret}`, hint: secret.slice(0, 8) }
}

/** Null if the text is not one of our keys. */
export function classOf(token: string): KeyClass | null {
  for (const keyClass of ["public", "legacy", "ingestion"] as const) {
    const prefix = prefixes[keyClass]
    if (token.startsWith(prefix) && secretForm.test(token.slice(prefix.length))) return keyClass
  }
  return null
}
