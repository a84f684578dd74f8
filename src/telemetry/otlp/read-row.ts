import type { Table } from "./tables.ts"

/** What rules ask of a row that was just written. */
export type Row = {
  service: string
  /** Name of the span or metric; empty for a log record. */
  operation: string
  /** SeverityNumber of a log record; 0 for everything else. */
  severity: number
  /** StatusCode of a span. */
  status: string
  traceId: string
  /** Of a log record. */
  body(): string
  /** An attribute of the record, or of its resource; null where both lack it. */
  attribute(key: string): string | null
}

/** An empty head, ProjectId, RetentionDays and ReceivedAt. */
const fixedPrefix = 1 + 16 + 2 + 4

/** Reads the row in RowBinary that starts at `start`, in the order of `columns`, after a head. */
export function readRow(table: Table, bytes: Buffer, start: number): Row {
  let at = start + fixedPrefix

  function varint(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  /** @returns the bounds of a string. */
  function bounds(): [number, number] {
    const length = varint()
    at += length
    return [at - length, at]
  }
  const text = () => bytes.toString("utf8", ...bounds())
  const skip = (strings: number) => {
    for (let left = strings; left > 0; left -= 1) bounds()
  }
  /** @returns where a map begins. */
  function map(): number {
    const place = at
    for (let left = varint(); left > 0; left -= 1) skip(2)
    return place
  }
  function find(place: number, key: string): string | null {
    at = place
    for (let left = varint(); left > 0; left -= 1) {
      if (text() === key) return text()
      bounds()
    }
    return null
  }

  const service = text()
  const resource = map()
  skip(3)
  map()
  skip(1)
  let [operation, status, traceId] = ["", "", ""]
  let severity = 0
  let body: [number, number] = [0, 0]
  if (table === "otel_logs") {
    at += 16
    traceId = text()
    skip(1)
    at += 1
    skip(1)
    severity = bytes[at++]!
    body = bounds()
  } else if (table === "otel_traces") {
    at += 16
    traceId = text()
    skip(3)
    operation = text()
    skip(1)
    status = text()
    skip(1)
  } else {
    operation = text()
    skip(2)
  }
  const attributes = at
  return {
    service,
    operation,
    severity,
    status,
    traceId,
    body: () => bytes.toString("utf8", ...body),
    attribute: (key) => find(attributes, key) ?? find(resource, key),
  }
}
