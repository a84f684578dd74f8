import { z } from "zod"
import { graphql } from "../rest/graphql.ts"
import { moment } from "./answers.ts"
import { untrusted, untrustedOrNull } from "./untrusted.ts"

const hourMs = 3_600_000

/** The time that a telemetry tool reads, as arguments. */
export const range = {
  from: moment.optional().describe("An hour before `to` by default."),
  to: moment.optional().describe("Now by default."),
}

export const query = z
  .string({ error: "must be text" })
  .max(1000, "must be at most 1,000 characters")
  .default("")

/** The time range of a document; the last hour unless given. */
export function windowOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const end = to ?? now.toISOString()
  return { from: from ?? new Date(Date.parse(end) - hourMs).toISOString(), to: end }
}

/** Cursors of a list of telemetry, which has them at its rows or only at its end. */
export const edgesOf = (cursors: readonly string[], next: string | null) => ({
  edges: cursors.map((cursor) => ({ cursor })),
  pageInfo: { hasNextPage: next !== null, endCursor: next },
})

/** What logOf reads. */
export const logFields = graphql(`
  fragment McpLog on LogRecord {
    at
    service
    severity
    severityNumber
    body
    traceId
    attributes
  }
`)

type Log = {
  at: string
  service: string
  severity: string
  body: string
  traceId: string
  attributes: unknown
}

const longestBody = 400
const longestAttributes = 240

/** A log record as models read it: all that its sender chose is marked. */
export const logOf = ({ at, service, severity, body, traceId, attributes }: Log) => ({
  at,
  service: untrusted(service, 60),
  level: untrusted(severity, 20),
  text: untrusted(body, longestBody),
  attributes: untrustedOrNull(pairsOf(attributes), longestAttributes),
  ...(traceId === "" ? {} : { trace: traceId }),
})

const strings = z.record(z.string(), z.string()).catch({})

/** Attributes on one line, such as `http.route=/pay took=12`. */
export const pairsOf = (attributes: unknown): string =>
  Object.entries(strings.parse(attributes))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")

/** What traceOf reads. */
export const traceFields = graphql(`
  fragment McpTrace on TraceSummary {
    traceId
    at
    durationMs
    service
    name
    spans
    errors
    services {
      name
    }
  }
`)

type Trace = {
  traceId: string
  at: string
  durationMs: number
  service: string
  name: string
  spans: number
  errors: number
  services: readonly { name: string }[]
}

const mostServices = 4

export const traceOf = ({ traceId, at, durationMs, service, name, ...rest }: Trace) => ({
  trace: traceId,
  at,
  duration_ms: short(durationMs),
  root: untrusted(`${service} ${name}`, 120),
  spans: rest.spans,
  errors: rest.errors,
  services: untrusted(
    rest.services
      .slice(0, mostServices)
      .map((one) => one.name)
      .join(", "),
    120,
  ),
})

/** A number with four significant digits, which is what a model compares. */
export const short = (value: number): number => Number(value.toPrecision(4))
