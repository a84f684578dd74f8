import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto"
import { refuseFaults } from "../http/refusal.ts"

const tagBytes = 16
const longest = 4000

/** The request a cursor is valid for. */
export type Listing = {
  projectId: string
  operationId: string
  params: Record<string, string>
  query: Record<string, unknown>
  limit: number
}

/** Creates signed cursors, each valid only for its own listing. */
export function createCursors(secret: string) {
  const key = createSecretKey(Buffer.from(secret))
  /** By way of text: Node makes such a digest in half the time of a buffer. */
  const tagOf = (listing: Listing, place: string): Buffer => {
    const { projectId, operationId, params, query, limit } = listing
    const bound = JSON.stringify([projectId, operationId, sorted(params), sorted(query), limit])
    const digest = createHmac("sha256", key).update(`${bound}\0${place}`).digest("base64url")
    return Buffer.from(digest, "base64url").subarray(0, tagBytes)
  }

  return {
    write(listing: Listing, place: string): string {
      return Buffer.concat([tagOf(listing, place), Buffer.from(place)]).toString("base64url")
    },
    /** @throws {Refusal} validation_failed at the parameter after. */
    read(listing: Listing, cursor: string): string {
      const bytes = Buffer.from(cursor.slice(0, longest), "base64url")
      const place = bytes.subarray(tagBytes).toString()
      const tag = bytes.subarray(0, tagBytes)
      const expected = tagOf(listing, place)
      const isOurs =
        tag.length === tagBytes &&
        timingSafeEqual(tag, expected) &&
        // Several texts can decode to the same bytes; only one was issued.
        bytes.toString("base64url") === cursor
      if (isOurs) return place
      throw refuseFaults([
        {
          parameter: "after",
          detail:
            "is not a cursor of this list with these parameters; send next_cursor unchanged, " +
            "with the same limit and filters, or omit it to start over",
        },
      ])
    },
  }
}

const sorted = (record: Record<string, unknown>) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1))
