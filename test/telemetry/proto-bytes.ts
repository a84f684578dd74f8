import { gzipSync } from "node:zlib"

/** A message of protobuf inside a field. */
export const wrap = (field: number, body: Buffer): Buffer => {
  const head = [field * 8 + 2]
  let length = body.length
  while (length > 127) {
    head.push((length & 127) | 128)
    length >>>= 7
  }
  return Buffer.concat([Buffer.from([...head, length]), body])
}

export const fixed64 = (field: number, ms: number): Buffer => {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt8(field * 8 + 1)
  bytes.writeBigUInt64LE(BigInt(ms) * 1_000_000n, 1)
  return bytes
}

/** A request with thirty million empty spans. */
export const spanBomb = () => {
  const spans = Buffer.alloc(60 * 1024 * 1024, Uint8Array.of(0x12, 0))
  return gzipSync(wrap(1, wrap(2, spans)), { level: 1 })
}

/** Two bytes, thirty million times, inside messages of these fields. */
export function repeated(tag: number, ...fields: number[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(60 * 1024 * 1024, Uint8Array.of(tag, 0))
  return gzipSync(
    fields.reduce((inside: Buffer, field) => wrap(field, inside), bytes),
    { level: 1 },
  )
}

/** A short gzip file with a trailer that says 1 GiB, more than deflate can shrink to it. */
export function gigabyte(): Buffer<ArrayBuffer> {
  const bytes = gzipSync("hello")
  bytes.writeUInt32LE(1024 ** 3, bytes.length - 4)
  return Buffer.from(bytes)
}
