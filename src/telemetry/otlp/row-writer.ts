import { isUtf8 } from "node:buffer"
import { limits, OtlpError } from "./otlp-error.ts"

const firstBytes = 256 * 1024
const hexDigits = Buffer.from("0123456789abcdef")
/** Up to here a loop is faster than a call into native code. */
const shortBytes = 48

/** Rows in ClickHouse's RowBinary format, in a buffer that grows up to a limit and is used again. */
export class RowWriter {
  bytes = Buffer.allocUnsafe(firstBytes)
  at = 0
  /** Values cut off at a limit. */
  clipped = 0
  private readonly most: number

  /** @param most how many bytes the rows of a request may have. */
  constructor(most: number) {
    this.most = most
  }

  reset(): void {
    this.at = 0
    this.clipped = 0
    if (this.bytes.length > 32 * firstBytes) this.bytes = Buffer.allocUnsafe(firstBytes)
  }

  /** @throws {OtlpError} 413 past the limit of a request. */
  ensure(more: number): void {
    const needed = this.at + more
    if (needed <= this.bytes.length) return
    if (needed > this.most) {
      throw new OtlpError(
        413,
        `The records are larger than ${this.most.toLocaleString("en")} bytes once each has its resource. Send fewer at once.`,
      )
    }
    const grown = Buffer.allocUnsafe(Math.min(this.most, Math.max(needed, this.bytes.length * 2)))
    this.bytes.copy(grown, 0, 0, this.at)
    this.bytes = grown
  }

  u8(value: number): void {
    this.ensure(1)
    this.bytes[this.at++] = value
  }

  u16(value: number): void {
    this.ensure(2)
    this.at = this.bytes.writeUInt16LE(value & 0xffff, this.at)
  }

  u32(value: number): void {
    this.ensure(4)
    this.at = this.bytes.writeUInt32LE(value >>> 0, this.at)
  }

  i32(value: number): void {
    this.u32(value)
  }

  u64(value: bigint): void {
    this.ensure(8)
    this.at = this.bytes.writeBigUInt64LE(BigInt.asUintN(64, value), this.at)
  }

  f64(value: number): void {
    this.ensure(8)
    this.at = this.bytes.writeDoubleLE(value, this.at)
  }

  /** Eight bytes as they are, or zeros where `from` is negative. */
  copy8(source: Buffer, from: number): void {
    this.ensure(8)
    const { bytes, at } = this
    for (let index = 0; index < 8; index += 1)
      bytes[at + index] = from < 0 ? 0 : source[from + index]!
    this.at = at + 8
  }

  varint(value: number): void {
    this.ensure(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.at++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.at++] = rest
  }

  /** Room for a count of up to 16,383 that is not known yet: a varint padded to two bytes. */
  reserveCount(): number {
    this.ensure(2)
    this.at += 2
    return this.at - 2
  }

  setCount(place: number, count: number): void {
    this.bytes[place] = (count & 127) | 128
    this.bytes[place + 1] = count >>> 7
  }

  raw(source: Buffer, from: number, to: number): void {
    this.ensure(to - from)
    this.at += source.copy(this.bytes, this.at, from, to)
  }

  /** A string of UTF-8 bytes, mended where they are not valid and cut at `most`. */
  string(source: Buffer, from: number, to: number, most: number = limits.valueBytes): void {
    const length = to - from
    if (length > shortBytes) {
      this.longString(source, from, to, most)
      return
    }
    this.ensure(length + 1)
    const { bytes } = this
    let { at } = this
    bytes[at++] = length
    let all = 0
    for (let index = from; index < to; index += 1) {
      const byte = source[index]!
      all |= byte
      bytes[at++] = byte
    }
    if (all < 128 || isUtf8(source.subarray(from, to))) this.at = at
    else this.text(source.toString("utf8", from, to))
  }

  private longString(source: Buffer, from: number, to: number, most: number): void {
    // A few bytes more than fit, so that the last character is whole before it is cut.
    const part = source.subarray(from, Math.min(to, from + most + 4))
    if (part.length <= most && isUtf8(part)) {
      this.varint(part.length)
      this.raw(part, 0, part.length)
    } else this.text(part.toString("utf8"), most)
  }

  text(value: string, most: number = limits.valueBytes): void {
    let bytes = Buffer.from(value, "utf8")
    if (bytes.length > most) {
      this.clipped += 1
      let end = most
      // Not in the middle of a character.
      while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
      bytes = bytes.subarray(0, end)
    }
    this.varint(bytes.length)
    this.raw(bytes, 0, bytes.length)
  }

  empty(): void {
    this.u8(0)
  }

  /** An id as lower-case hexadecimal digits; empty where it has another length or is all zeros. */
  id(source: Buffer, from: number, to: number, size: number): void {
    let all = 0
    for (let index = from; index < to; index += 1) all |= source[index]!
    if (to - from !== size || all === 0) {
      this.empty()
      return
    }
    this.ensure(size * 2 + 1)
    const { bytes } = this
    let { at } = this
    bytes[at++] = size * 2
    for (let index = from; index < to; index += 1) {
      const byte = source[index]!
      bytes[at++] = hexDigits[byte >> 4]!
      bytes[at++] = hexDigits[byte & 15]!
    }
    this.at = at
  }

  /** As ClickHouse lays a UUID out: each half with its last byte first. */
  uuid(value: string): void {
    const bytes = Buffer.from(value.replaceAll("-", ""), "hex")
    this.ensure(16)
    for (let index = 0; index < 8; index += 1) this.bytes[this.at + index] = bytes[7 - index]!
    for (let index = 0; index < 8; index += 1) this.bytes[this.at + 8 + index] = bytes[15 - index]!
    this.at += 16
  }
}
