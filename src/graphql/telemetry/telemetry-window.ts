import { z } from "zod"
import type { LogPosition } from "../../telemetry/query/logs/log-record.ts"
import type { TraceOrder, TracePosition } from "../../telemetry/query/traces/search-traces.ts"
import type { Window } from "../../telemetry/query/window.ts"
import { invalid, notFound } from "../kernel/errors.ts"

const mostDays = 91
const dayMs = 86_400_000

/** @throws {DomainError} validation_failed */
export function readWindow(
  projectId: string,
  range: { from: Date | string; to: Date | string },
): Window {
  const from = new Date(range.from)
  const to = new Date(range.to)
  if (from >= to) throw invalid("#/to", "must be after from")
  if (to.getTime() - from.getTime() > mostDays * dayMs) {
    throw invalid("#/from", `must be at most ${mostDays} days before to`)
  }
  return { projectId, from, to }
}

/** @throws {DomainError} not_found for what is no id of a trace. */
export function readTraceId(text: string): string {
  if (!/^[0-9a-f]{32}$/i.test(text)) throw notFound("trace")
  return text.toLowerCase()
}

/** @throws {DomainError} validation_failed at `pointer`. */
export function readCount(
  asked: number | null | undefined,
  { fallback, most, pointer = "#/first" }: { fallback: number; most: number; pointer?: string },
): number {
  const count = asked ?? fallback
  if (count < 1 || count > most) throw invalid(pointer, `must be from 1 to ${most}`)
  return count
}

const digits = z.string().regex(/^\d{1,19}$/)
const logPosition = z.tuple([z.literal("logs"), digits, z.string().regex(/^\d{1,20}$/)])
const tracePosition = (order: TraceOrder) =>
  z.tuple([z.literal(order), digits, z.string().regex(/^[0-9a-f]{32}$/)])

const write = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url")

function read<T>(cursor: string, shape: z.ZodType<T>, pointer: string): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor.slice(0, 200), "base64url").toString()))
  } catch {
    // Every invalid cursor has the same remedy.
    throw invalid(
      pointer,
      "is not a cursor of this list in this order; request the first page again",
    )
  }
}

export const writeLogCursor = ({ nanoseconds, hash }: LogPosition): string =>
  write(["logs", nanoseconds, hash])

/** @throws {DomainError} validation_failed at `pointer`. */
export function readLogCursor(cursor: string, pointer = "#/after"): LogPosition {
  const [, nanoseconds, hash] = read(cursor, logPosition, pointer)
  return { nanoseconds, hash }
}

export const writeTraceCursor = (order: TraceOrder, { key, traceId }: TracePosition): string =>
  write([order, key, traceId])

/** @throws {DomainError} validation_failed at `#/after`. */
export function readTraceCursor(cursor: string, order: TraceOrder): TracePosition {
  const [, key, traceId] = read(cursor, tracePosition(order), "#/after")
  return { key, traceId }
}
