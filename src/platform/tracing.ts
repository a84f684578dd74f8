/** Attributes as OpenTelemetry's semantic conventions name them. */
export type SpanAttributes = Record<string, string | number | boolean>
export type SpanKind = "server" | "internal"

/** A span that can learn its outcome while it runs. */
export type OpenSpan = { set(attributes: SpanAttributes): void; fail(message: string): void }

export type Tracing = {
  span<T>(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>
  /** One line of the log, as JSON without secrets. */
  logLine(line: string): void
}

const held: { tracing: Tracing | null } = { tracing: null }
const noSpan: OpenSpan = { set: () => undefined, fail: () => undefined }

/** Set once at start, where Watchkeeper exports its own telemetry. */
export function setTracing(tracing: Tracing): void {
  held.tracing = tracing
}

export const logTap = (): Tracing["logLine"] | null => held.tracing?.logLine ?? null

/** Runs work inside a span; without an exporter, the work alone. */
export const traced = <T>(
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> =>
  held.tracing === null ? work(noSpan) : held.tracing.span(name, kind, attributes, work)
