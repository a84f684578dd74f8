export type SpanEvent = {
  nanoseconds: string
  name: string
  attributes: Record<string, string>
}

export type SpanLink = { traceId: string; spanId: string; attributes: Record<string, string> }

export type Span = {
  spanId: string
  parentSpanId: string
  service: string
  name: string
  kind: string
  status: string
  statusMessage: string
  /** Nanoseconds since 1970. */
  startNanoseconds: string
  durationNanoseconds: string
  attributes: Record<string, string>
  resource: Record<string, string>
  scope: string
  events: SpanEvent[]
  links: SpanLink[]
}
