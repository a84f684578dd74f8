import { graphql, projectField, type ResultOf } from "../graphql.ts"
import { LogFields } from "./log-documents.ts"

export const Traces = projectField(
  "traces",
  `
    nextCursor
    traces {
      traceId
      at
      durationMs
      service
      name
      kind
      spans
      errors
      found
      services {
        name
        spans
      }
    }
  `,
  [],
  { first: 50 },
)
export type TraceRow = NonNullable<ResultOf<typeof Traces>["project"]>["traces"]["traces"][number]

export const SpanVolume = projectField("spanVolume", "at spans errors p50Ms p95Ms")

export const Trace = graphql(
  `
    query Trace($projectId: ID!, $traceId: String!) {
      project(id: $projectId) {
        id
        trace(traceId: $traceId) {
          spanId
          service
          name
          kind
          status
          statusMessage
          scope
          startNanoseconds
          durationMs
          offsetMs
          depth
          children
          selfMs
          criticalMs
          attributes
          resource
          events {
            name
            attributes
          }
          links {
            traceId
            spanId
          }
        }
        traceLogs(traceId: $traceId) {
          ...LogFields
        }
      }
    }
  `,
  [LogFields],
)
export type SpanRow = NonNullable<ResultOf<typeof Trace>["project"]>["trace"][number]

export const ComparedTraces = projectField(
  "comparedTraces",
  `
    depth
    service
    name
    difference
    isCause
    first {
      spanId
      durationMs
      status
    }
    second {
      spanId
      durationMs
      status
    }
  `,
)
export type ComparedRow = NonNullable<
  ResultOf<typeof ComparedTraces>["project"]
>["comparedTraces"][number]
