import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { cursor, nextCursor, rows, textOut } from "../answers.ts"
import { edgesOf, logFields, logOf, query, range, windowOf } from "../telemetry-answers.ts"
import { readTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

export const searchLogs = readTool({
  name: "search_logs",
  title: "Search logs",
  description:
    "Log records that match a query, newest first, with counts by service and level on the first page. " +
    "Terms are joined by AND; OR, NOT and parentheses work.",
  scope: "telemetry:read",
  example: { query: 'service:cart level>=warn "connection reset"' },
  input: z.strictObject({
    query: query.describe(
      "Words, phrases in quotes, and fields: service, level, trace, host, env, path, code>=500, or any attribute, such as http.route:/pay. Empty for all.",
    ),
    ...range,
    cursor,
  }),
  output: z.object({
    from: textOut,
    to: textOut,
    counts: rows,
    logs: rows,
    next_cursor: nextCursor,
  }),
  document: graphql(
    `
      query mcpLogs(
        $projectId: ID!
        $query: String!
        $from: DateTime!
        $to: DateTime!
        $after: String
        $isFirst: Boolean!
      ) {
        project(id: $projectId) {
          logs(query: $query, from: $from, to: $to, first: 30, after: $after) {
            nextCursor
            records {
              cursor
              ...McpLog
            }
          }
          telemetryFacets(
            signal: LOGS
            query: $query
            from: $from
            to: $to
            fields: ["service", "level"]
          ) @include(if: $isFirst) {
            field
            value
            records
          }
        }
      }
    `,
    [logFields],
  ),
  variables: ({ projectId, args, now }) => ({
    projectId,
    query: args.query,
    ...windowOf(args, now),
    after: args.cursor ?? null,
    isFirst: args.cursor === undefined,
  }),
  page: {
    list: "logs",
    of: ({ project }) =>
      project &&
      edgesOf(
        project.logs.records.map((one) => one.cursor),
        project.logs.nextCursor,
      ),
  },
  answer: ({ project }, { args, now }) => ({
    ...windowOf(args, now),
    counts: (project?.telemetryFacets ?? []).map(({ field, value, records }) => ({
      [field]: untrusted(value, 60),
      records,
    })),
    logs: (project?.logs.records ?? []).map(logOf),
  }),
})
