import { crc32 } from "node:zlib"
import type { Block } from "../otlp/decode.ts"
import { isTable, type Table } from "../otlp/tables.ts"

/** A file of acknowledged rows of one table that the store has not taken yet. Its id is the insert's token. */
export type Segment = { path: string; id: string; table: Table; bytes: number; sinceMs: number }

/** Says the format of the rows and heads, too: files of another format have another ending. */
const ending = ".rows2"

/** Version 7 of a UUID as text. */
const uuidLength = 36

export const segmentName = (id: string): string => `${id}${ending}`
export const segmentId = (uuid: string, table: Table): string => `${uuid}-${table}`

/** What the name of a file says; null where it is no segment. */
export function readSegmentName(name: string): { id: string; table: Table } | null {
  if (!name.endsWith(ending)) return null
  const id = name.slice(0, -ending.length)
  const table = id.slice(uuidLength + 1)
  return isTable(table) ? { id, table } : null
}

/** Length of the rest of the record, and its checksum. */
const headBytes = 8

/**
 * The rows of a request, which are acknowledged as a whole, as they stand in a segment: the first column of their first
 * row is the head instead of an empty text. So a segment has nothing but rows, and the store can read the file itself.
 */
export function recordOf({ bytes }: Block): [head: Buffer, rest: Buffer] {
  const rest = bytes.subarray(1)
  const head = Buffer.allocUnsafe(1 + headBytes)
  head.writeUInt8(headBytes, 0)
  head.writeUInt32LE(rest.length, 1)
  head.writeUInt32LE(crc32(rest), 5)
  return [head, rest]
}

/** How many bytes of a segment are whole records. One that was not written whole was not acknowledged, and ends it. */
export function wholeBytes(bytes: Buffer): number {
  let at = 0
  while (at + 1 + headBytes <= bytes.length && bytes[at] === headBytes) {
    const from = at + 1 + headBytes
    const to = from + bytes.readUInt32LE(at + 1)
    if (to > bytes.length || crc32(bytes.subarray(from, to)) !== bytes.readUInt32LE(at + 5)) break
    at = to
  }
  return at
}
