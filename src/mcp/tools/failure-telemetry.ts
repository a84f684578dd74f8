import { graphql } from "../../rest/graphql.ts"
import type { Run } from "../run-document.ts"
import { logOf, traceOf } from "../telemetry-answers.ts"
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

const failures = graphql(`
  query mcpFailureTelemetry($projectId: ID!, $from: DateTime!, $to: DateTime!) {
    project(id: $projectId) {
      logs(query: "level>=error", from: $from, to: $to, first: 4) {
        nextCursor
        records {
          at
          service
          severity
          body
          traceId
          attributes
        }
      }
      traces(query: "status:error", from: $from, to: $to, first: 3) {
        nextCursor
        traces {
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
      }
    }
  }
`)

const marginMs = 30_000

/**
 * Errors that the project's services reported around its failed checks; null if it sends no telemetry. They are found
 * by time: a failed check need not have reached a service that reports.
 *
 * @param times when the checks that failed began, in any order.
 */
export async function readFailureTelemetry(
  run: Run,
  projectId: string,
  times: readonly string[],
): Promise<Record<string, unknown> | null> {
  if (times.length === 0) return null
  const moments = times.map((one) => Date.parse(one))
  const { project } = await run(hasTelemetry, { projectId })
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const day = new Date(first).toISOString().slice(0, 10)
  const days = project?.telemetryDoctor.days ?? []
  if (!days.some((one) => one.records > 0 && one.day >= day)) return null
  const range = {
    from: new Date(first - marginMs).toISOString(),
    to: new Date(last + marginMs).toISOString(),
  }
  try {
    const found = await run(failures, { projectId, ...range })
    return {
      ...range,
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
