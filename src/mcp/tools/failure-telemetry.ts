import { graphql } from "../../rest/graphql.ts"
import type { Run } from "../run-document.ts"
import { logFields, logOf, traceFields, traceOf } from "../telemetry-answers.ts"
import { ToolError } from "../tool-error.ts"

const hasTelemetry = graphql(`
  query mcpHasTelemetry($projectId: ID!) {
    project(id: $projectId) {
      telemetryDoctor {
        days {
          day
          records
        }
      }
    }
  }
`)

const failures = graphql(
  `
    query mcpFailureTelemetry(
      $projectId: ID!
      $from: DateTime!
      $to: DateTime!
      $own: String!
      $hasOwn: Boolean!
    ) {
      project(id: $projectId) {
        checkLogs: logs(query: $own, from: $from, to: $to, first: 4) @include(if: $hasOwn) {
          records {
            ...McpLog
          }
        }
        checkTraces: traces(query: $own, from: $from, to: $to, first: 3) @include(if: $hasOwn) {
          traces {
            ...McpTrace
          }
        }
        logs(query: "level>=error", from: $from, to: $to, first: 4) {
          nextCursor
          records {
            ...McpLog
          }
        }
        traces(query: "status:error", from: $from, to: $to, first: 3) {
          nextCursor
          traces {
            ...McpTrace
          }
        }
      }
    }
  `,
  [logFields, traceFields],
)

const marginMs = 30_000

/** The days with telemetry; none for access that is limited to labels, because telemetry is the whole project's. */
async function readDays(run: Run, projectId: string) {
  try {
    const { project } = await run(hasTelemetry, { projectId })
    return project?.telemetryDoctor.days ?? []
  } catch (error) {
    if (error instanceof ToolError && error.code === "insufficient_scope") return []
    throw error
  }
}

type FailedCheck = { startedAt: string; traceId: string | null }

/**
 * Traces and logs that the failed checks began in their target, and errors that any service reported meanwhile: a
 * check that failed may have reached no service that reports. Null if the project sends no telemetry.
 */
export async function readFailureTelemetry(
  run: Run,
  projectId: string,
  checks: readonly FailedCheck[],
): Promise<Record<string, unknown> | null> {
  if (checks.length === 0) return null
  const moments = checks.map(({ startedAt }) => Date.parse(startedAt))
  const traces = checks.flatMap(({ traceId }) => (traceId === null ? [] : [`trace:${traceId}`]))
  const days = await readDays(run, projectId)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const day = new Date(first).toISOString().slice(0, 10)
  if (!days.some((one) => one.records > 0 && one.day >= day)) return null
  const range = {
    from: new Date(first - marginMs).toISOString(),
    to: new Date(last + marginMs).toISOString(),
  }
  try {
    const own = { own: traces.join(" OR "), hasOwn: traces.length > 0 }
    const found = await run(failures, { projectId, ...range, ...own })
    return {
      ...range,
      check_logs: (found.project?.checkLogs?.records ?? []).map(logOf),
      check_traces: (found.project?.checkTraces?.traces ?? []).map(traceOf),
      error_logs: (found.project?.logs.records ?? []).map(logOf),
      error_traces: (found.project?.traces.traces ?? []).map(traceOf),
      has_more: [found.project?.logs, found.project?.traces].some((one) => one?.nextCursor),
    }
  } catch (error) {
    // The incident is of use without them.
    if (error instanceof ToolError) return { ...range, unavailable: error.message }
    throw error
  }
}
