import { graphql, type FragmentOf } from "../graphql.ts"

export const LogFields = graphql(`
  fragment LogFields on LogRecord {
    cursor
    at
    nanoseconds
    service
    severity
    severityNumber
    body
    traceId
    spanId
    attributes
    resource
  }
`)
export type LogRow = FragmentOf<typeof LogFields>

export const Logs = graphql(
  `
    query Logs($projectId: ID!, $query: String!, $from: DateTime!, $to: DateTime!, $after: String) {
      project(id: $projectId) {
        id
        logs(query: $query, from: $from, to: $to, first: 100, after: $after) {
          nextCursor
          records {
            ...LogFields
          }
        }
      }
    }
  `,
  [LogFields],
)

export const LogVolume = graphql(`
  query LogVolume($projectId: ID!, $query: String!, $from: DateTime!, $to: DateTime!) {
    project(id: $projectId) {
      id
      logVolume(query: $query, from: $from, to: $to) {
        at
        severity
        records
      }
    }
  }
`)

export const LogContext = graphql(
  `
    query LogContext($projectId: ID!, $query: String!, $cursor: String!) {
      project(id: $projectId) {
        id
        logContext(query: $query, cursor: $cursor, first: 15) {
          after {
            ...LogFields
          }
          before {
            ...LogFields
          }
        }
      }
    }
  `,
  [LogFields],
)

export const LogsReceived = graphql(
  `
    subscription LogsReceived($projectId: ID!, $query: String!) {
      logsReceived(projectId: $projectId, query: $query) {
        more
        records {
          ...LogFields
        }
      }
    }
  `,
  [LogFields],
)
