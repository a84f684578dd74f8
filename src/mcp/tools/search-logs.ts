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
    "Log records that match a query, newest first, with counts by service and level, also over time, on the first " +
    "page; or, with around, those before and after one, nearest first. Terms are joined by AND; OR, NOT and parentheses work.",
  scope: "telemetry:read",
  example: { query: 'service:cart level>=warn "connection reset"' },
  input: z.strictObject({
    query: query.describe(
      "Words, phrases in quotes, and fields: service, level, trace, host, env, path, code>=500, or any attribute, such as http.route:/pay. Empty for all.",
    ),
    around: z
      .string({ error: "must be text" })
      .max(200, "must be the id of a log, unchanged")
      .optional()
      .describe("Id of a log; query then limits what is around it, such as service:cart."),
    ...range,
    cursor,
  }),
  output: z.object({
    from: textOut,
    to: textOut,
    counts: rows,
    volume: rows,
    before: rows.optional(),
    after: rows.optional(),
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
        $around: String!
        $isAround: Boolean!
      ) {
        project(id: $projectId) {
          logContext(query: $query, cursor: $around) @include(if: $isAround) {
            after {
              cursor
              ...McpLog
            }
            before {
              cursor
              ...McpLog
            }
          }
          logs(query: $query, from: $from, to: $to, first: 30, after: $after) @skip(if: $isAround) {
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
          logVolume(query: $query, from: $from, to: $to) @include(if: $isFirst) {
            at
            severity
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
    isFirst: args.cursor === undefined && args.around === undefined,
    around: args.around ?? "",
    isAround: args.around !== undefined,
  }),
  page: {
    list: "logs",
    of: ({ project }) =>
      project?.logs &&
      edgesOf(
        project.logs.records.map((one) => one.cursor),
        project.logs.nextCursor,
      ),
  },
  answer: ({ project }, { args, now }) => {
    const window = windowOf(args, now)
    const context = project?.logContext
    return {
      ...window,
      counts: (project?.telemetryFacets ?? []).map(({ field, value, records }) => ({
        [field]: untrusted(value, 60),
        records,
      })),
      volume: volumeOf(project?.logVolume ?? [], window),
      ...(context && {
        before: context.before.map(rowOf),
        after: context.after.toReversed().map(rowOf),
      }),
      logs: (project?.logs?.records ?? []).map(rowOf),
    }
  },
})

const rowOf = (log: Parameters<typeof logOf>[0] & { cursor: string }) => ({
  id: log.cursor,
  ...logOf(log),
})

const mostSteps = 12
const levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]

type Volume = { at: string; severity: string; records: number }

/** Records by level in up to twelve equal steps, those without any left out. */
function volumeOf(volume: readonly Volume[], { from, to }: { from: string; to: string }) {
  const start = Date.parse(from)
  const stepMs = Math.max(1000, Math.ceil((Date.parse(to) - start) / mostSteps))
  const steps = new Map<number, Record<string, number>>()
  for (const { at, severity, records } of volume) {
    // The first step of the volume may begin before the range.
    const step = Math.max(0, Math.floor((Date.parse(at) - start) / stepMs))
    const level = levels.includes(severity) ? severity.toLowerCase() : "other"
    const counts = steps.get(step) ?? {}
    counts[level] = (counts[level] ?? 0) + records
    steps.set(step, counts)
  }
  return [...steps]
    .toSorted(([one], [other]) => one - other)
    .map(([step, counts]) => ({ from: new Date(start + step * stepMs).toISOString(), ...counts }))
}
