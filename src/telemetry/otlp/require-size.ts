import { FieldCursor } from "./fields.ts"
import { limits, OtlpError, type Signal } from "./otlp-error.ts"

/** Fields of the messages inside a request, level by level; the last level holds the records. */
const levels: Record<Signal, readonly (readonly number[])[]> = {
  logs: [[1], [2, 1000], [2]],
  traces: [[1], [2, 1000], [2]],
  // Resource, scope, metric, its kind of data, points.
  metrics: [[1], [2, 1000], [2], [4, 5, 6, 7, 8, 9, 10, 11], [1]],
}

/**
 * Refuses a request of too many records, scopes or resources before any of them is decoded: an empty one takes two
 * bytes, and becomes a row of hundreds.
 *
 * @throws {OtlpError}
 */
export function requireSize(signal: Signal, bytes: Buffer): void {
  const wanted = levels[signal]
  const cursors = wanted.map(() => new FieldCursor(bytes))
  let count = 0

  function walk(level: number, from: number, to: number): void {
    const cursor = cursors[level]!.enter(from, to)
    const fields = wanted[level]!
    while (cursor.next()) {
      if (cursor.wire !== 2 || !fields.includes(cursor.field)) continue
      count += 1
      if (count > limits.records) {
        const most = limits.records.toLocaleString("en")
        throw new OtlpError(
          413,
          `A request takes at most ${most} resources, scopes and log records, spans or data points. Send fewer at once.`,
        )
      }
      if (level + 1 < wanted.length) walk(level + 1, cursor.from, cursor.to)
    }
  }
  walk(0, 0, bytes.length)
}
