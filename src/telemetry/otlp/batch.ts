import { ValueWriter } from "./any-value.ts"
import { FieldCursor, Fields } from "./fields.ts"
import { limits } from "./otlp-error.ts"
import { readRow } from "./read-row.ts"
import type { Changes, Counts, Reason } from "./remark.ts"
import { RowWriter, sourceOf, type Source } from "./row-writer.ts"
import { isKept, type Rule } from "./rule.ts"
import { isMetric, tables, type Table } from "./tables.ts"

/** Whose data it is, how long it is kept, and what is dropped of the request's signal. */
export type Owner = { projectId: string; retentionDays: number; rules: readonly Rule[] }

const dayMs = 86_400_000
const msPerHigh = 2 ** 32 / 1e6
/** instrumentation_library_logs, _spans and _metrics, which senders of 2022 set in place of field 2. */
const olderScopes = 1000
const serviceName = Buffer.from("service.name")

/** Rows of one request, and what was wrong with it. Its buffers are used again by the next request of the process. */
export class Batch {
  readonly nowMs: number
  readonly counts: Counts = {
    rows: 0,
    rejected: new Map(),
    dropped: 0,
    ruledOut: 0,
    partIds: 0,
    unknownMetrics: 0,
  }
  readonly perTable = new Map<Table, number>()
  readonly bytes: Buffer
  readonly source: Source
  /** The head, and the columns of the present resource and scope, with which each row begins. */
  prefixBytes = Buffer.alloc(0)
  private readonly prefix: RowWriter
  readonly cursor: FieldCursor
  private readonly oldestMs: number
  private readonly newestMs: number
  private readonly owner: Owner
  private readonly writers: ReadonlyMap<Table, RowWriter>
  private readonly resource: Fields
  private readonly values: ValueWriter
  private readonly outer: Fields
  private readonly pair: Fields
  /** Where the last row of each table ends. */
  private readonly ends = new Map<Table, number>()

  constructor(bytes: Buffer, owner: Owner, nowMs: number) {
    this.bytes = bytes
    this.source = sourceOf(bytes)
    this.owner = owner
    this.nowMs = nowMs
    this.oldestMs = nowMs - owner.retentionDays * dayMs
    this.newestMs = nowMs + limits.futureMs
    this.writers = shared
    this.prefix = prefix
    for (const one of [...this.writers.values(), prefix]) one.reset()
    this.resource = new Fields(bytes)
    this.values = new ValueWriter(this.source, prefix)
    this.outer = new Fields(bytes)
    this.pair = new Fields(bytes)
    this.cursor = new FieldCursor(bytes)
  }

  writer(table: Table): RowWriter {
    return this.writers.get(table)!
  }

  /** Counts the row that was written, or takes it back where a rule drops it. */
  keep(table: Table): void {
    const { rules } = this.owner
    if (rules.length > 0) {
      const writer = this.writer(table)
      const start = this.ends.get(table) ?? 0
      if (!isKept(rules, readRow(table, writer.bytes, start))) {
        writer.at = start
        this.counts.ruledOut += 1
        return
      }
      this.ends.set(table, writer.at)
    }
    this.counts.rows += 1
    this.perTable.set(table, (this.perTable.get(table) ?? 0) + 1)
  }

  /** Milliseconds of the fixed64 nanoseconds at `place`; 0 where there are none. */
  msAt(place: number): number {
    if (place < 0) return 0
    const { view } = this.source
    return view.getUint32(place + 4, true) * msPerHigh + view.getUint32(place, true) / 1e6
  }

  /** Whether a record of this time is kept; counts the others. */
  isTimely(ms: number): boolean {
    if (ms < this.oldestMs) this.reject("tooOld")
    else if (ms > this.newestMs) this.reject("tooNew")
    else return true
    return false
  }

  reject(reason: Reason): void {
    const { rejected } = this.counts
    rejected.set(reason, (rejected.get(reason) ?? 0) + 1)
  }

  nowNanoseconds(): bigint {
    return BigInt(Math.trunc(this.nowMs)) * 1_000_000n
  }

  /**
   * Calls `visit` with each record's message, after its resource and scope are in `prefixBytes`.
   *
   * @param from the bounds of a ResourceLogs, ResourceSpans or ResourceMetrics.
   */
  eachRecord(from: number, to: number, visit: (from: number, to: number) => void): void {
    const { prefix, resource, bytes, source } = this
    const [schemaFrom, schemaTo] = this.schemaOf(from, to)
    prefix.at = 0
    prefix.empty()
    prefix.uuid(this.owner.projectId)
    prefix.u16(this.owner.retentionDays)
    prefix.u32(this.nowMs / 1000)
    // Several resource messages count as one, as protobuf merges them.
    this.collect(from, to, 1)
    this.service(resource)
    this.counts.dropped += this.values.attributes(resource, 1)
    prefix.string(source, schemaFrom, schemaTo)
    const afterResource = prefix.at
    const scopeField = this.outer.hasBytes(2) ? 2 : olderScopes
    const scopes = new FieldCursor(bytes).enter(from, to)
    while (scopes.next()) {
      if (scopes.field !== scopeField || scopes.wire !== 2) continue
      prefix.at = afterResource
      this.scope(scopes.from, scopes.to)
      this.prefixBytes = prefix.bytes.subarray(0, prefix.at)
      const records = new FieldCursor(bytes).enter(scopes.from, scopes.to)
      while (records.next()) {
        if (records.field === 2 && records.wire === 2) visit(records.from, records.to)
      }
    }
  }

  private schemaOf(from: number, to: number): [number, number] {
    this.outer.scan(from, to)
    return [this.outer.from(3), this.outer.to(3)]
  }

  /** The attributes of every resource of the message as items of `resource`. */
  private collect(from: number, to: number, field: number): void {
    const cursor = this.cursor.enter(from, to)
    this.resource.scan(0, 0)
    while (cursor.next()) {
      if (cursor.field !== field || cursor.wire !== 2) continue
      this.resource.extend(cursor.from, cursor.to, 1 << 1, limits.attributes * 8)
    }
    this.counts.dropped += this.resource.dropped
  }

  private service({ items, itemCount }: Fields): void {
    const { bytes, prefix, values, pair } = this
    for (let at = 0; at < itemCount * 3; at += 3) {
      pair.scan(items[at + 1]!, items[at + 2]!)
      const [from, to] = [pair.from(1), pair.to(1)]
      if (to - from !== serviceName.length) continue
      if (bytes.compare(serviceName, 0, serviceName.length, from, to) !== 0) continue
      const before = prefix.at
      values.value(pair.from(2), pair.to(2), 256)
      if (prefix.bytes[before] !== 0) return
      prefix.at = before
    }
    prefix.text("unknown_service")
  }

  private scope(from: number, to: number): void {
    const { source, prefix, resource, outer } = this
    outer.scan(from, to)
    resource.scan(outer.from(1), outer.to(1), 1 << 3)
    prefix.string(source, resource.from(1), resource.to(1))
    prefix.string(source, resource.from(2), resource.to(2))
    this.counts.dropped += resource.dropped + this.values.attributes(resource, 3)
    prefix.string(source, outer.from(3), outer.to(3))
  }

  /** What was wrong with values that were taken. */
  changes(values: readonly ValueWriter[]): Changes {
    const writers = [...this.writers.values(), this.prefix]
    return {
      clipped: writers.reduce((sum, one) => sum + one.clipped, 0),
      tooDeep: [...values, this.values].reduce((sum, one) => sum + one.tooDeep, 0),
    }
  }
}

/** One set for each process: decoding never waits, so no two requests are decoded at once. */
const shared: ReadonlyMap<Table, RowWriter> = new Map(
  tables.map((one) => [one, new RowWriter(isMetric(one) ? limits.pointBytes : limits.rowBytes)]),
)
const prefix = new RowWriter(limits.rowBytes)
