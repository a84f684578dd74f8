import { ValueWriter } from "./any-value.ts"
import type { Batch } from "./batch.ts"
import { Fields } from "./fields.ts"
import { limits } from "./otlp-error.ts"

const kinds = ["Unspecified", "Internal", "Server", "Client", "Producer", "Consumer"]
const codes = ["Unset", "Ok", "Error"]
const attributes = 9
const events = 11
const links = 13

/** Writes the spans of a ResourceSpans (opentelemetry/proto/trace/v1/trace.proto). */
export function spanDecoder(batch: Batch) {
  const { bytes, prefix } = batch
  const rows = batch.writer("otel_traces")
  const values = new ValueWriter(bytes, rows)
  const span = new Fields(bytes)
  const status = new Fields(bytes)
  const part = new Fields(bytes)

  function visit(from: number, to: number): void {
    span.scan(from, to, (1 << attributes) | (1 << events) | (1 << links))
    const start = batch.msAt(span.place(7)) > 0 ? span.place(7) : span.place(8)
    const startMs = batch.msAt(start)
    if (!batch.isTimely(startMs || batch.nowMs)) return
    rows.raw(prefix.bytes, 0, prefix.at)
    if (startMs > 0) rows.copy8(bytes, start)
    else rows.u64(batch.nowNanoseconds())
    duration(span.place(7), span.place(8))
    rows.id(bytes, span.from(1), span.to(1), 16)
    rows.id(bytes, span.from(2), span.to(2), 8)
    rows.id(bytes, span.from(4), span.to(4), 8)
    rows.string(bytes, span.from(3), span.to(3))
    rows.string(bytes, span.from(5), span.to(5), 1024)
    rows.text(kinds[span.varint(6)] ?? "Unspecified")
    status.scan(span.from(15), span.to(15))
    rows.text(codes[status.varint(3)] ?? "Unset")
    rows.string(bytes, status.from(2), status.to(2))
    batch.counts.dropped += span.dropped + values.attributes(span, attributes)
    writeEvents()
    writeLinks()
    batch.keep("otel_traces")
  }

  /** Nanoseconds from one fixed64 to the other; 0 where the end is missing or earlier. */
  function duration(start: number, end: number): void {
    if (start < 0 || end < 0) {
      rows.u64(0n)
      return
    }
    let low = bytes.readUInt32LE(end) - bytes.readUInt32LE(start)
    let high = bytes.readUInt32LE(end + 4) - bytes.readUInt32LE(start + 4)
    if (low < 0) {
      low += 2 ** 32
      high -= 1
    }
    rows.u32(high < 0 ? 0 : low)
    rows.u32(Math.max(high, 0))
  }

  function writeEvents(): void {
    each(events, (from, to) => time(part.scan(from, to).place(1)))
    each(events, (from, to) => rows.string(bytes, part.scan(from, to).from(2), part.to(2)))
    each(events, (from, to) => {
      batch.counts.dropped += values.attributes(part.scan(from, to, 1 << 3), 3) + part.dropped
    })
  }

  function writeLinks(): void {
    each(links, (from, to) => rows.id(bytes, part.scan(from, to).from(1), part.to(1), 16))
    each(links, (from, to) => rows.id(bytes, part.scan(from, to).from(2), part.to(2), 8))
    each(links, (from, to) => rows.string(bytes, part.scan(from, to).from(3), part.to(3)))
    each(links, (from, to) => {
      batch.counts.dropped += values.attributes(part.scan(from, to, 1 << 4), 4) + part.dropped
    })
  }

  /** An array of one column of the nested parts. */
  function each(field: number, write: (from: number, to: number) => void): void {
    const { items, itemCount } = span
    const place = rows.reserveCount()
    let count = 0
    for (let at = 0; at < itemCount * 3; at += 3) {
      if (items[at] !== field || count >= limits.parts) continue
      write(items[at + 1]!, items[at + 2]!)
      count += 1
    }
    rows.setCount(place, count)
  }

  /** DateTime64 holds what a signed 64-bit number holds. */
  function time(place: number): void {
    rows.copy8(bytes, place >= 0 && bytes[place + 7]! < 128 ? place : -1)
  }

  return { visit, values }
}
