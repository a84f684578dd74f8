import { isUtf8 } from "node:buffer"
import { limits, OtlpError } from "./otlp-error.ts"

const firstBytes = 256 * 1024
/** Up to here a loop is faster than a call into native code; the length takes two bytes. */
const shortBytes = 256
/** The first bit of each of four bytes. */
const notAscii = 0x80_80_80_80 | 0

/** Two hexadecimal digits of each byte, as a number of two bytes. */
const hexPairs = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, "0")).readUInt16LE(),
)

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView =>
  new DataView(buffer, byteOffset, length)

export type FoundId = "id" | "none" | "wrong"

/** What strings, ids and numbers are copied from. */
export type Source = { readonly bytes: Buffer; readonly view: DataView }

export const sourceOf = (bytes: Buffer): Source => ({ bytes, view: viewOf(bytes) })

/** Rows in ClickHouse's RowBinary format, in a buffer that grows up to a limit and is used again. */
export class RowWriter {
  bytes = Buffer.allocUnsafe(firstBytes)
  at = 0
  /** Values cut off at a limit. */
  clipped = 0
  private view = viewOf(this.bytes)
  private readonly most: number

  /** @param most how many bytes the rows of a request may have. */
  constructor(most: number) {
    this.most = most
  }

  reset(): void {
    this.at = 0
    this.clipped = 0
    if (this.bytes.length > 32 * firstBytes) this.replace(Buffer.allocUnsafe(firstBytes))
  }

  private replace(bytes: Buffer<ArrayBuffer>): void {
    this.bytes = bytes
    this.view = viewOf(bytes)
  }

  /** @throws {OtlpError} 413 past the limit of a request. */
  ensure(more: number): void {
    if (this.at + more > this.bytes.length) this.grow(this.at + more)
  }

  private grow(needed: number): void {
    if (needed > this.most) {
      throw new OtlpError(
        413,
        `The records are larger than ${this.most.toLocaleString("en")} bytes once each has its resource. Send fewer at once.`,
      )
    }
    const grown = Buffer.allocUnsafe(Math.min(this.most, Math.max(needed, this.bytes.length * 2)))
    this.bytes.copy(grown, 0, 0, this.at)
    this.replace(grown)
  }

  u8(value: number): void {
    this.ensure(1)
    this.bytes[this.at++] = value
  }

  u16(value: number): void {
    this.ensure(2)
    this.view.setUint16(this.at, value, true)
    this.at += 2
  }

  u32(value: number): void {
    this.ensure(4)
    this.view.setUint32(this.at, value, true)
    this.at += 4
  }

  i32(value: number): void {
    this.u32(value)
  }

  u64(value: bigint): void {
    this.ensure(8)
    this.view.setBigUint64(this.at, value, true)
    this.at += 8
  }

  f64(value: number): void {
    this.ensure(8)
    this.view.setFloat64(this.at, value, true)
    this.at += 8
  }

  /** Eight bytes as they are, or zeros where `from` is negative. */
  copy8(source: Source, from: number): void {
    this.ensure(8)
    const { view, at } = this
    view.setInt32(at, from < 0 ? 0 : source.view.getInt32(from, true), true)
    view.setInt32(at + 4, from < 0 ? 0 : source.view.getInt32(from + 4, true), true)
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

  raw(bytes: Uint8Array): void {
    this.ensure(bytes.length)
    this.bytes.set(bytes, this.at)
    this.at += bytes.length
  }

  /** A string of UTF-8 bytes, mended where they are not valid and cut at `most`. */
  string(source: Source, from: number, to: number, most: number = limits.valueBytes): void {
    const length = to - from
    if (length > shortBytes || length > most) this.longString(source, from, to, most)
    else if (!this.shortString(source, from, length)) {
      this.text(source.bytes.toString("utf8", from, to), most)
    }
  }

  /** @returns whether the string is valid; nothing is written where it is not. */
  private shortString(source: Source, from: number, length: number): boolean {
    this.ensure(length + (length > 127 ? 2 : 1))
    const { bytes } = this
    const start = this.at
    let at = start
    if (length > 127) {
      bytes[at++] = (length & 127) | 128
      bytes[at++] = length >> 7
    } else bytes[at++] = length
    this.at = at + length
    if (this.copyAscii(source, from, length, at)) return true
    if (isUtf8(source.bytes.subarray(from, from + length))) return true
    this.at = start
    return false
  }

  /** Four bytes at a time. @returns whether all of them are ASCII. */
  private copyAscii(source: Source, from: number, length: number, at: number): boolean {
    let all = 0
    if (length < 4) {
      const { bytes } = this
      for (let index = 0; index < length; index += 1) {
        const byte = source.bytes[from + index]!
        all |= byte
        bytes[at + index] = byte
      }
      return all < 128
    }
    const { view } = this
    const last = length - 4
    for (let index = 0; index < last; index += 4) {
      const word = source.view.getInt32(from + index, true)
      all |= word
      view.setInt32(at + index, word, true)
    }
    // The last four overlap those before.
    const word = source.view.getInt32(from + last, true)
    view.setInt32(at + last, word, true)
    return ((all | word) & notAscii) === 0
  }

  private longString(source: Source, from: number, to: number, most: number): void {
    // A few bytes more than fit, so that the last character is whole before it is cut.
    const part = source.bytes.subarray(from, Math.min(to, from + most + 4))
    if (part.length <= most && isUtf8(part)) {
      this.varint(part.length)
      this.raw(part)
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
    this.raw(bytes)
  }

  /** A text of at most 127 ASCII characters. */
  ascii(value: string): void {
    const { length } = value
    this.ensure(length + 1)
    const { bytes, at } = this
    bytes[at] = length
    for (let index = 0; index < length; index += 1) bytes[at + 1 + index] = value.charCodeAt(index)
    this.at = at + 1 + length
  }

  /** The decimal digits of a whole number from 0 to 2^31 - 1. */
  digits(value: number): void {
    let length = 1
    for (let bound = 10; bound <= value; bound *= 10) length += 1
    this.ensure(length + 1)
    const { bytes, at } = this
    bytes[at] = length
    let rest = value | 0
    for (let place = at + length; place > at; place -= 1) {
      const tenth = (rest / 10) | 0
      bytes[place] = 48 + rest - tenth * 10
      rest = tenth
    }
    this.at = at + 1 + length
  }

  empty(): void {
    this.u8(0)
  }

  /** An id as lower-case hexadecimal digits; empty where there is none, as all zeros mean, or it has another length. */
  id(source: Source, from: number, to: number, size: 8 | 16): FoundId {
    let all = 0
    if (to - from === size) {
      for (let at = from; at < to; at += 4) all |= source.view.getInt32(at, true)
    }
    if (all === 0) {
      this.empty()
      return to === from || to - from === size ? "none" : "wrong"
    }
    this.ensure(size * 2 + 1)
    const { view } = this
    let { at } = this
    this.bytes[at++] = size * 2
    for (let index = from; index < to; index += 1) {
      view.setUint16(at, hexPairs[source.bytes[index]!]!, true)
      at += 2
    }
    this.at = at
    return "id"
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
