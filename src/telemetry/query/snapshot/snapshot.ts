import { z } from "zod"

const texts = z.record(z.string(), z.string())

const span = z.object({
  spanId: z.string(),
  parentSpanId: z.string(),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  status: z.string(),
  statusMessage: z.string(),
  startNanoseconds: z.string(),
  durationNanoseconds: z.string(),
  attributes: texts,
  resource: texts,
  scope: z.string(),
  events: z.array(z.object({ nanoseconds: z.string(), name: z.string(), attributes: texts })),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string(), attributes: texts })),
  depth: z.number(),
  children: z.number(),
  offsetMs: z.number(),
  durationMs: z.number(),
  selfMs: z.number(),
  criticalMs: z.number(),
})

const compared = z.object({
  depth: z.number(),
  service: z.string(),
  name: z.string(),
  first: span.nullable(),
  second: span.nullable(),
  difference: z.enum(["same", "slower", "faster", "failed", "only_first", "only_second"]),
  isCause: z.boolean(),
})

const log = z.object({
  nanoseconds: z.string(),
  hash: z.string(),
  service: z.string(),
  severity: z.string(),
  severityNumber: z.number(),
  body: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  attributes: texts,
  resource: texts,
})

const change = z.object({
  kind: z.enum(["version", "pattern", "error"]),
  /** ISO 8601. */
  at: z.string(),
  service: z.string(),
  /** The new version, the message, or the name of the span. */
  text: z.string(),
  /** The version before, or the message of the error. */
  detail: z.string().nullable(),
  /** Log records or spans of it. */
  records: z.number(),
  traceId: z.string().nullable(),
})
export type Change = z.output<typeof change>

const check = z.object({ traceId: z.string(), at: z.string() })
export type TracedCheck = z.output<typeof check>

/** What a target's telemetry showed about a failed check, as it is stored with the incident. */
const snapshot = z.object({
  /** The failed check; null if the target kept nothing of it. */
  failed: check.nullable(),
  /** The last good one before; null if none is known. */
  good: check.nullable(),
  /** Both traces laid over each other: `first` is the good one. */
  spans: z.array(compared),
  /** Of the failed check, oldest first. */
  logs: z.array(log),
  /** Of the half hour before, oldest first. */
  changes: z.array(change),
  /** True if spans or logs were left out. */
  isCut: z.boolean(),
})
export type Snapshot = z.output<typeof snapshot>

/** Null for what no version of this program can read. */
export const readSnapshot = (stored: unknown): Snapshot | null => {
  const parsed = snapshot.safeParse(stored)
  return parsed.success ? parsed.data : null
}
