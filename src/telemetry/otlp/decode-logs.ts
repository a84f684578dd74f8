import { ValueWriter } from "./any-value.ts"
import type { Batch } from "./batch.ts"
import { Fields } from "./fields.ts"
import { limits } from "./otlp-error.ts"
import { severityNumber, severityText } from "./severity.ts"

/** Writes the log records of a ResourceLogs (opentelemetry/proto/logs/v1/logs.proto). */
export function logDecoder(batch: Batch) {
  const { bytes, source } = batch
  const rows = batch.writer("otel_logs")
  const values = new ValueWriter(source, rows)
  const record = new Fields(bytes)

  function visit(from: number, to: number): void {
    record.scan(from, to, 1 << 6)
    if (record.hasBytes(1)) {
      batch.reject("otherSignal")
      return
    }
    const time = record.place(1)
    const observed = record.place(11)
    const timeMs = batch.msAt(time)
    const observedMs = batch.msAt(observed)
    if (!batch.isTimely(timeMs || observedMs || batch.nowMs)) return
    const begin = rows.at
    rows.raw(batch.prefixBytes)
    if (timeMs > 0) rows.copy8(source, time)
    else if (observedMs > 0) rows.copy8(source, observed)
    else rows.u64(batch.nowNanoseconds())
    if (observedMs > 0 && observedMs < batch.nowMs * 2) rows.copy8(source, observed)
    else rows.u64(batch.nowNanoseconds())
    const trace = rows.id(source, record.from(9), record.to(9), 16)
    const span = rows.id(source, record.from(10), record.to(10), 8)
    if (trace === "wrong" || span === "wrong") {
      rows.at = begin
      batch.reject("wrongId")
      return
    }
    rows.u8(record.fixed32(8) & 255)
    severity()
    values.value(record.from(5), record.to(5), limits.logBytes)
    batch.counts.dropped += record.dropped + values.attributes(record, 6)
    rows.string(source, record.from(12), record.to(12))
    batch.keep("otel_logs")
  }

  /** The text and the number follow from each other where one is missing. */
  function severity(): void {
    const from = record.from(3)
    const to = record.to(3)
    const given = record.varint(2)
    const number = given >= 1 && given <= 24 ? given : severityNumber(bytes, from, to)
    if (to > from) rows.string(source, from, to, 64)
    else rows.ascii(severityText(number))
    rows.u8(number)
  }

  return { visit, values }
}
