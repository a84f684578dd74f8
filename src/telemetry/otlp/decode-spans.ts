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
  const { bytes, source } = batch
  const rows = batch.writer("otel_traces")
  const values = new ValueWriter(source, rows)
  const span = new Fields(bytes)
  const status = new Fields(bytes)
  const part = new Fields(bytes)

  function visit(from: number, to: number): void {
    span.scan(from, to, (1 << attributes) | (1 << events) | (1 << links))
    const start = batch.msAt(span.place(7)) > 0 ? span.place(7) : span.place(8)
    const startMs = batch.msAt(start)
    if (!batch.isTimely(startMs || batch.nowMs)) return
    const begin = rows.at
    rows.raw(batch.prefixBytes)
    if (startMs > 0) rows.copy8(source, start)
    else rows.u64(batch.nowNanoseconds())
    duration(span.place(7), span.place(8))
    const trace = rows.id(source, span.from(1), span.to(1), 16)
    const own = rows.id(source, span.from(2), span.to(2), 8)
    const parent = rows.id(source, span.from(4), span.to(4), 8)
    if (trace !== "id" || own !== "id" || parent === "wrong") {
      rows.at = begin
      batch.reject("wrongId")
      return
    }
    rows.string(source, span.from(3), span.to(3))
    rows.string(source, span.from(5), span.to(5), 1024)
    rows.ascii(kinds[span.varint(6)] ?? "Unspecified")
    status.scan(span.from(15), span.to(15))
    // Senders of 2020 have only the first field, in which everything but 0 is an error.
    const code = status.varint(3) || (status.varint(1) === 0 ? 0 : 2)
    rows.ascii(codes[code] ?? "Unset")
    rows.string(source, status.from(2), status.to(2))
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
    const { view } = source
    let low = view.getUint32(end, true) - view.getUint32(start, true)
    let high = view.getUint32(end + 4, true) - view.getUint32(start + 4, true)
    if (low < 0) {
      low += 2 ** 32
      high -= 1
    }
    rows.u32(high < 0 ? 0 : low)
    rows.u32(Math.max(high, 0))
  }

  function writeEvents(): void {
    each(events, (from, to) => time(part.scan(from, to).place(1)))
    each(events, (from, to) => rows.string(source, part.scan(from, to).from(2), part.to(2)))
    each(events, (from, to) => {
      batch.counts.dropped += values.attributes(part.scan(from, to, 1 << 3), 3) + part.dropped
    })
  }

  function writeLinks(): void {
    each(links, (from, to) => idOf(part.scan(from, to), 1, 16))
    each(links, (from, to) => idOf(part.scan(from, to), 2, 8))
    each(links, (from, to) => rows.string(source, part.scan(from, to).from(3), part.to(3)))
    each(links, (from, to) => {
      batch.counts.dropped += values.attributes(part.scan(from, to, 1 << 4), 4) + part.dropped
    })
  }

  /** A link leads nowhere without its ids. */
  function idOf(link: Fields, field: 1 | 2, size: 8 | 16): void {
    if (rows.id(source, link.from(field), link.to(field), size) !== "id") batch.counts.partIds += 1
  }

  /** An array of one column of the nested parts. */
  function each(field: number, write: (from: number, to: number) => void): void {
    const place = rows.reserveCount()
    let count = 0
    const { items } = span
    const end = span.hasItems(field) ? span.itemCount * 3 : 0
    for (let at = 0; at < end; at += 3) {
      if (items[at] !== field || count >= limits.parts) continue
      write(items[at + 1]!, items[at + 2]!)
      count += 1
    }
    rows.setCount(place, count)
  }

  /** DateTime64 holds what a signed 64-bit number holds. */
  function time(place: number): void {
    rows.copy8(source, place >= 0 && bytes[place + 7]! < 128 ? place : -1)
  }

  return { visit, values }
}
