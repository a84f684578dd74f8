import { stringify, v7 } from "uuid"

/** UUID version 7 (RFC 9562), which sorts by creation time; the same in GraphQL, REST and webhooks. */
export const newId = (): string => v7()

/** Decodes the 16 bytes of a UUID from a link; null if they are not one. */
export function readId(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes)
  } catch {
    // The library throws on invalid bytes.
    return null
  }
}
