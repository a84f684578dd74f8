const firstBytes = 64 * 1024

/** Writes protobuf in one pass: the length of a message is a varint padded to five bytes. */
export class ProtoWriter {
  private bytes = Buffer.allocUnsafe(firstBytes)
  private at = 0

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

  double(field: number, value: number): void {
    this.tag(field, 1)
    this.at = this.bytes.writeDoubleLE(value, this.at)
  }

  fixed32(field: number, value: number): void {
    this.tag(field, 5)
    this.at = this.bytes.writeUInt32LE(value >>> 0, this.at)
  }

  text(field: number, value: string, encoding: "utf8" | "hex" | "base64" = "utf8"): void {
    const place = this.begin(field)
    this.ensure(value.length * 3)
    this.at += this.bytes.write(value, this.at, encoding)
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
}
