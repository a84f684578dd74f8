import { stringify, v7 } from "uuid"

/** UUID version 7 (RFC 9562): sorts by time of making; the same in GraphQL, REST and webhooks. */
export const newId = (): string => v7()

/** The id that sixteen bytes of a link stand for; null where they are no UUID. */
export function readId(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes)
  } catch {
    // The library says it by throwing.
    return null
  }
}
