const requestBytes = 64 * 1024

/** Writes protobuf in one pass: the length of a message is a varint padded to five bytes, or one byte where it is short. */
export class ProtoWriter {
  /** Where the next field begins; may be set back to where one began. */
  at = 0
  private bytes: Buffer

  /** @param firstBytes how much it probably takes. */
  constructor(firstBytes = requestBytes) {
    this.bytes = Buffer.allocUnsafe(firstBytes)
  }

  finish(): Buffer {
    return this.bytes.subarray(0, this.at)
  }

  private ensure(more: number): void {
    if (this.at + more <= this.bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.at + more, this.bytes.length * 2))
    this.bytes.copy(grown, 0, 0, this.at)
    this.bytes = grown
  }

  private raw(value: number): void {
    let rest = value
    while (rest > 127) {
      this.bytes[this.at++] = (rest & 127) | 128
      rest = Math.floor(rest / 128)
    }
    this.bytes[this.at++] = rest
  }

  tag(field: number, wire: number): void {
    this.ensure(20)
    this.raw(field * 8 + wire)
  }

  varint(field: number, value: number): void {
    this.tag(field, 0)
    this.raw(value)
  }

  varint64(field: number, value: bigint): void {
    if (value >= 0n && value <= 9007199254740991n) {
      this.varint(field, Number(value))
      return
    }
    this.tag(field, 0)
    let rest = BigInt.asUintN(64, value)
    while (rest > 127n) {
      this.bytes[this.at++] = Number(rest & 127n) | 128
      rest >>= 7n
    }
    this.bytes[this.at++] = Number(rest)
  }

  fixed64(field: number, value: bigint): void {
    this.tag(field, 1)
    this.at = this.bytes.writeBigUInt64LE(BigInt.asUintN(64, value), this.at)
  }

  /** A fixed64 of up to 20 decimal digits, modulo 2^64. @returns false for any other text. */
  decimal64(field: number, text: string): boolean {
    const { length } = text
    const split = Math.max(length - 9, 0)
    const head = readDigits(text, 0, split)
    const tail = readDigits(text, split, length)
    if (length === 0 || length > 20 || head < 0 || tail < 0) return false
    // head × 10^9 + tail in parts of 16 bits and more, so that each number is exact.
    const upper = Math.floor(head / 0x1_0000) * 1e9
    const lower = (upper & 0xffff) * 0x1_0000 + (head & 0xffff) * 1e9 + tail
    this.tag(field, 1)
    this.at = this.bytes.writeUInt32LE(lower >>> 0, this.at)
    const high = Math.floor(upper / 0x1_0000) + Math.floor(lower / 0x1_0000_0000)
    this.at = this.bytes.writeUInt32LE(high >>> 0, this.at)
    return true
  }

  double(field: number, value: number): void {
    this.tag(field, 1)
    this.at = this.bytes.writeDoubleLE(value, this.at)
  }

  fixed32(field: number, value: number): void {
    this.tag(field, 5)
    this.at = this.bytes.writeUInt32LE(value >>> 0, this.at)
  }

  text(field: number, value: string): void {
    if (this.ascii(field, value)) return
    const size = Buffer.byteLength(value, "utf8")
    this.tag(field, 2)
    this.raw(size)
    this.ensure(size)
    this.at += this.bytes.write(value, this.at, "utf8")
  }

  /** A text of less than 128 ASCII characters. @returns false for any other; nothing is written then. */
  ascii(field: number, value: string): boolean {
    const { length } = value
    const start = this.at
    if (length > 127) return false
    this.tag(field, 2)
    this.ensure(length + 1)
    const { bytes, at } = this
    bytes[at] = length
    let all = 0
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index)
      all |= code
      bytes[at + 1 + index] = code
    }
    this.at = all > 127 ? start : at + 1 + length
    return all <= 127
  }

  /** The bytes of a hexadecimal text; of any other a single one, which no id has. */
  hex(field: number, value: string): void {
    const start = this.at
    const size = value.length >> 1
    this.tag(field, 2)
    this.raw(size)
    this.ensure(size)
    const { bytes } = this
    let wrong = 0
    for (let index = 0; index < size; index += 1) {
      const byte = (digitAt(value, index * 2) << 4) | digitAt(value, index * 2 + 1)
      wrong |= byte
      bytes[this.at++] = byte
    }
    if (wrong >= 0 && value.length % 2 === 0) return
    this.at = start
    this.tag(field, 2)
    this.raw(1)
    this.raw(0)
  }

  base64(field: number, value: string): void {
    const place = this.begin(field)
    this.ensure(value.length)
    this.at += this.bytes.write(value, this.at, "base64")
    this.end(place)
  }

  /** Begins a message. @returns what `end` needs. */
  begin(field: number): number {
    this.tag(field, 2)
    this.at += 5
    return this.at
  }

  end(place: number): void {
    let length = this.at - place
    for (let index = place - 5; index < place - 1; index += 1) {
      this.bytes[index] = (length & 127) | 128
      length >>>= 7
    }
    this.bytes[place - 1] = length
  }

  /** Begins a message that should be shorter than 128 bytes. @returns what `endShort` needs. */
  beginShort(field: number): number {
    this.tag(field, 2)
    this.at += 1
    return this.at
  }

  /** @returns whether the message was that short. */
  endShort(place: number): boolean {
    const length = this.at - place
    this.bytes[place - 1] = length
    return length < 128
  }
}

/** The number of these decimal digits, exact for up to 15 of them; -1 where one is none. */
export function readDigits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

/** Values of hexadecimal digits by their character; -1 for all others. */
const hexDigits = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCodePoint(code), 16)
  return Number.isNaN(digit) ? -1 : digit
})

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? hexDigits[code]! : -1
}
