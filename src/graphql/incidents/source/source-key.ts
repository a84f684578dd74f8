import { createHash, randomBytes } from "node:crypto"
import { sha256 } from "../../../platform/secret.ts"

/** 32 digits, the form that senders of PagerDuty check; 128 random bits. */
export const newSourceKey = (): string => randomBytes(16).toString("hex")

/** What is stored of a key. */
export const storedKey = (key: string) => ({ keyHash: sha256(key), keyHint: key.slice(-4) })

/** SHA-256 as hexadecimal digits. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")
