import { z } from "zod"
import type { Window } from "../../telemetry/query/window.ts"
import { invalid, notFound } from "../kernel/errors.ts"
import type { LogPosition } from "../../telemetry/query/search-logs.ts"

const mostDays = 91
const dayMs = 86_400_000

/** @throws {DomainError} validation_failed */
export function readWindow(projectId: string, { from, to }: { from: Date; to: Date }): Window {
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

const position = z.tuple([
  z.literal("logs"),
  z.string().regex(/^\d{1,19}$/),
  z.string().regex(/^\d{1,20}$/),
])

export const writeLogCursor = ({ nanoseconds, hash }: LogPosition): string =>
  Buffer.from(JSON.stringify(["logs", nanoseconds, hash])).toString("base64url")

/** @throws {DomainError} validation_failed at `#/after`. */
export function readLogCursor(cursor: string): LogPosition {
  try {
    const [, nanoseconds, hash] = position.parse(
      JSON.parse(Buffer.from(cursor.slice(0, 200), "base64url").toString()),
    )
    return { nanoseconds, hash }
  } catch {
    // Every invalid cursor has the same remedy.
    throw invalid("#/after", "is not a cursor of this list; request the first page again")
  }
}
