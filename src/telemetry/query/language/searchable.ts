import { levelNumber, levels } from "./levels.ts"

/** How a field of a query is compared. */
export type Field = { description: string; example: string } & (
  | { kind: "text"; sql: string }
  /** Words inside a long text. */
  | { kind: "words"; sql: string; isIndexed: boolean }
  /** One of a few values; the record maps what is written to what is stored. */
  | { kind: "choice"; sql: string; values: Readonly<Record<string, string | number>> }
  /** As a choice, but ordered. */
  | { kind: "level"; sql: string; values: Readonly<Record<string, number>> }
  /** Stored in nanoseconds. */
  | { kind: "duration"; sql: string }
  /** The first of these attributes that a record has. */
  | { kind: "attributes"; map: string; keys: readonly string[] }
)

/** What may be searched in one table. */
export type Searchable = {
  fields: Readonly<Record<string, Field>>
  /** The record's own attributes. */
  attributes: string
  /** Columns that free text is searched in. */
  words: readonly { sql: string; isIndexed: boolean }[]
}

export const resourceMap = "ResourceAttributes"

const service: Field = {
  kind: "text",
  sql: "ServiceName",
  description: "service.name of the resource.",
  example: "service:cart",
}
const trace: Field = {
  kind: "text",
  sql: "TraceId",
  description: "Id of the trace.",
  example: "trace:0af7651916cd43dd8448eb211c80319c",
}
const span: Field = {
  kind: "text",
  sql: "SpanId",
  description: "Id of the span.",
  example: "span:00f067aa0ba902b7",
}
const scope: Field = {
  kind: "text",
  sql: "ScopeName",
  description: "Name of the logger, tracer or meter.",
  example: "scope:checkout-tracer",
}
const host: Field = {
  kind: "attributes",
  map: resourceMap,
  keys: ["host.name", "k8s.pod.name", "container.id"],
  description: "Host, pod or container.",
  example: "host:web-1",
}
const environment: Field = {
  kind: "attributes",
  map: resourceMap,
  keys: ["deployment.environment.name", "deployment.environment"],
  description: "Deployment environment.",
  example: "env:production",
}
const version: Field = {
  kind: "attributes",
  map: resourceMap,
  keys: ["service.version"],
  description: "service.version of the resource.",
  example: "version:1.4.*",
}

const requestFields = (map: string): Readonly<Record<string, Field>> => ({
  path: {
    kind: "attributes",
    map,
    keys: ["url.path", "http.target", "http.route"],
    description: "Path of the request.",
    example: "-path:/health",
  },
  method: {
    kind: "attributes",
    map,
    keys: ["http.request.method", "http.method"],
    description: "HTTP method.",
    example: "method:POST",
  },
  code: {
    kind: "attributes",
    map,
    keys: ["http.response.status_code", "http.status_code"],
    description: "HTTP status code.",
    example: "code>=500",
  },
})

export const logFields: Searchable = {
  fields: {
    service,
    level: {
      kind: "level",
      sql: levelNumber,
      values: levels,
      description: "Severity: trace, debug, info, warn, error or fatal.",
      example: "level>=warn",
    },
    body: {
      kind: "words",
      sql: "Body",
      isIndexed: true,
      description: "Words of the message, as without a field.",
      example: 'body:"connection reset"',
    },
    trace,
    span,
    host,
    env: environment,
    version,
    scope,
    event: {
      kind: "text",
      sql: "EventName",
      description: "Name of the event.",
      example: "event:user.login",
    },
    ...requestFields("LogAttributes"),
  },
  attributes: "LogAttributes",
  words: [{ sql: "Body", isIndexed: true }],
}

export const spanFields: Searchable = {
  fields: {
    service,
    name: {
      kind: "text",
      sql: "SpanName",
      description: "Name of the span.",
      example: 'name:"GET /cart"',
    },
    duration: {
      kind: "duration",
      sql: "Duration",
      description: "Duration with a unit: us, ms, s, m or h.",
      example: "duration>500ms",
    },
    status: {
      kind: "choice",
      sql: "StatusCode",
      values: { error: "Error", ok: "Ok", unset: "Unset" },
      description: "Status: error, ok or unset.",
      example: "status:error",
    },
    kind: {
      kind: "choice",
      sql: "SpanKind",
      values: {
        server: "Server",
        client: "Client",
        producer: "Producer",
        consumer: "Consumer",
        internal: "Internal",
      },
      description: "Kind: server, client, producer, consumer or internal.",
      example: "kind:server",
    },
    root: {
      kind: "choice",
      sql: "toUInt8(ParentSpanId = '')",
      values: { true: 1, false: 0 },
      description: "Whether it is the first span of its trace.",
      example: "root:true",
    },
    trace,
    span,
    host,
    env: environment,
    version,
    scope,
    ...requestFields("SpanAttributes"),
  },
  attributes: "SpanAttributes",
  words: [
    { sql: "SpanName", isIndexed: false },
    { sql: "StatusMessage", isIndexed: false },
  ],
}

export const metricFields: Searchable = {
  fields: { service, host, env: environment, version, scope },
  attributes: "Attributes",
  words: [{ sql: "MetricName", isIndexed: false }],
}
