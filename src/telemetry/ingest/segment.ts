import { crc32 } from "node:zlib"
import type { Block } from "../otlp/decode.ts"
import type { Table } from "../otlp/tables.ts"
import { tables } from "../otlp/tables.ts"

/** Names the form of the records and the columns of their rows: those of another version are not read as these. */
export const magic = Buffer.from("WKSPOOL1")

/** Length and checksum of the rows, table, number of rows. */
const headBytes = 13

export function recordHead({ table, rows, bytes }: Block): Buffer {
  const head = Buffer.allocUnsafe(headBytes)
  head.writeUInt32LE(bytes.length, 0)
  head.writeUInt32LE(crc32(bytes), 4)
  head.writeUInt8(tables.indexOf(table), 8)
  head.writeUInt32LE(rows, 9)
  return head
}

/** The rows of a segment by table. A record that was not written whole was not acknowledged: it ends the segment. */
export function readSegment(bytes: Buffer): Map<Table, Buffer> {
  const parts = new Map<Table, Buffer[]>()
  let at = magic.length
  while (at + headBytes <= bytes.length) {
    const length = bytes.readUInt32LE(at)
    const rows = bytes.subarray(at + headBytes, at + headBytes + length)
    const table = tables[bytes.readUInt8(at + 8)]
    if (table === undefined || rows.length < length || crc32(rows) !== bytes.readUInt32LE(at + 4))
      break
    parts.set(table, [...(parts.get(table) ?? []), rows])
    at += headBytes + length
  }
  return new Map([...parts].map(([table, all]) => [table, Buffer.concat(all)]))
}
