import { graphql, type ResultOf } from "../graphql.ts"
import { LogFields } from "./log-documents.ts"

export const Traces = graphql(`
  query Traces(
    $projectId: ID!
    $query: String!
    $order: TraceOrder!
    $from: DateTime!
    $to: DateTime!
    $after: String
  ) {
    project(id: $projectId) {
      id
      traces(query: $query, order: $order, from: $from, to: $to, first: 50, after: $after) {
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
      }
    }
  }
`)
export type TraceRow = NonNullable<ResultOf<typeof Traces>["project"]>["traces"]["traces"][number]

export const SpanVolume = graphql(`
  query SpanVolume($projectId: ID!, $query: String!, $from: DateTime!, $to: DateTime!) {
    project(id: $projectId) {
      id
      spanVolume(query: $query, from: $from, to: $to) {
        at
        spans
        errors
        p50Ms
        p95Ms
      }
    }
  }
`)

export const Trace = graphql(
  `
    query Trace($projectId: ID!, $traceId: String!) {
      project(id: $projectId) {
        id
        trace(traceId: $traceId) {
          spanId
          parentSpanId
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
            nanoseconds
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

export const ComparedTraces = graphql(`
  query ComparedTraces($projectId: ID!, $traceId: String!, $baseline: String!) {
    project(id: $projectId) {
      id
      comparedTraces(traceId: $traceId, baseline: $baseline) {
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
      }
    }
  }
`)
export type ComparedRow = NonNullable<
  ResultOf<typeof ComparedTraces>["project"]
>["comparedTraces"][number]
