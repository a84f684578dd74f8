/** A request that must not be sent again as it is. */
export class OtlpError extends Error {
  readonly status: 400 | 413

  constructor(status: 400 | 413, message: string) {
    super(message)
    this.status = status
  }
}

/** A signal of OpenTelemetry, as in the path of its endpoint. */
export const signals = ["logs", "traces", "metrics"] as const
export type Signal = (typeof signals)[number]

export const limits = {
  /** Of a request after decompression. */
  bodyBytes: 64 * 1024 * 1024,
  /** Of a request as rows of the store: a large resource is repeated in each. */
  rowBytes: 32 * 1024 * 1024,
  /** As rowBytes, of the points of one kind of metric. */
  pointBytes: 16 * 1024 * 1024,
  /** Log records, spans or data points of a request. */
  records: 200_000,
  /** Fields of one message: each costs time, also where it is dropped. */
  fields: 2_000_000,
  /** Attributes of one record, scope or resource; the rest is dropped. */
  attributes: 128,
  /** Events, links or exemplars of one record; the rest is dropped. */
  parts: 128,
  /** Buckets, bounds or quantiles of one data point. */
  buckets: 4096,
  /** Of one attribute's value, in bytes; the rest is cut off. */
  valueBytes: 32 * 1024,
  /** Of the body of a log record, in bytes; the rest is cut off. */
  logBytes: 256 * 1024,
  /** Levels of nested values; what is deeper is stored as "…". */
  depth: 32,
  /** Values in a JSON request, because each costs memory until it is read. */
  jsonValues: 1_500_000,
  /** How far ahead of this server's clock a record may be. */
  futureMs: 10 * 60_000,
} as const
