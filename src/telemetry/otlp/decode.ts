import type { ValueWriter } from "./any-value.ts"
import { Batch, type Owner } from "./batch.ts"
import { logDecoder } from "./decode-logs.ts"
import { metricDecoder } from "./decode-metrics.ts"
import { spanDecoder } from "./decode-spans.ts"
import { FieldCursor } from "./fields.ts"
import type { Signal } from "./otlp-error.ts"
import { remarkOf } from "./remark.ts"
import { requireSize } from "./require-size.ts"
import type { Table } from "./tables.ts"

/** Rows of one table; `bytes` is valid until the process decodes its next request. */
export type Block = { table: Table; rows: number; bytes: Buffer }

export type Decoded = {
  blocks: Block[]
  accepted: number
  rejected: number
  /** Records that a rule of the project dropped. */
  dropped: number
  /** For partialSuccess: what was rejected or changed; null where nothing was. */
  remark: string | null
}

/**
 * Turns an OTLP request in protobuf into rows of the store. Strings are copied, not decoded.
 *
 * @throws {OtlpError} where nothing of it may be kept.
 */
export function decode(signal: Signal, bytes: Buffer, owner: Owner, nowMs: number): Decoded {
  requireSize(signal, bytes)
  const batch = new Batch(bytes, owner, nowMs)
  const { visit, values } = decoderOf(signal, batch)
  const resources = new FieldCursor(bytes).enter(0, bytes.length)
  while (resources.next()) {
    if (resources.field !== 1 || resources.wire !== 2) continue
    batch.eachRecord(resources.from, resources.to, visit)
  }
  const { rows, rejected, ruledOut } = batch.counts
  return {
    blocks: [...batch.perTable].map(([table, rows]) => {
      const writer = batch.writer(table)
      return { table, rows, bytes: writer.bytes.subarray(0, writer.at) }
    }),
    accepted: rows,
    rejected: [...rejected.values()].reduce((sum, count) => sum + count, 0),
    dropped: ruledOut,
    remark:
      bytes.length === 0
        ? null
        : remarkOf(signal, batch.counts, batch.changes(values()), owner.retentionDays),
  }
}

type Decoder = { visit(from: number, to: number): void; values(): ValueWriter[] }

function decoderOf(signal: Signal, batch: Batch): Decoder {
  if (signal === "metrics") {
    const { visit, writers } = metricDecoder(batch)
    return { visit, values: () => [...writers.values()].map(({ values }) => values) }
  }
  const { visit, values } = signal === "logs" ? logDecoder(batch) : spanDecoder(batch)
  return { visit, values: () => [values] }
}
