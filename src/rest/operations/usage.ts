import { z } from "zod"
import { graphql } from "../graphql.ts"
import { moment } from "../../graphql/kernel/answer-fields.ts"
import { lower, operation } from "../operation.ts"

const count = z.int().min(0)
const quota = z.object({ used: count, limit: count.nullable().describe("null: no limit.") })

const usage = z
  .object({
    plan: z.enum(["free", "pro"]),
    period: z
      .object({ starts_at: moment, ends_at: moment })
      .describe("The current calendar month in UTC."),
    requests: z.object({ used: count, limit: count, remaining: count }),
    burst: z
      .object({ limit_per_minute: count, remaining: count, resets_at: moment })
      .describe("The current one-minute window, which starts with its first request."),
    monitors: quota,
    status_pages: quota,
  })
  .meta({ id: "Usage" })

const readUsage = operation({
  id: "readUsage",
  method: "GET",
  path: "/v1/usage",
  tag: "Usage",
  summary: "Get usage",
  description:
    "Returns what the project has used of its plan's limits. This request does not count and is never rate limited.",
  scope: "usage:read",
  isFree: true,
  document: graphql(`
    query readUsage($projectId: ID!) {
      project(id: $projectId) {
        usage {
          plan
          period {
            startsAt
            endsAt
          }
          requests {
            used
            limit
            remaining
          }
          burst {
            limitPerMinute
            remaining
            resetsAt
          }
          monitors {
            used
            limit
          }
          statusPages {
            used
            limit
          }
        }
      }
    }
  `),
  variables: ({ projectId }) => ({ projectId }),
  status: 200,
  answer: {
    schema: usage,
    of: ({ project }) => {
      if (project === null) throw new Error("the project of a key does not exist")
      const { plan, period, requests, burst, monitors, statusPages } = project.usage
      return {
        plan: lower(plan),
        period: { starts_at: period.startsAt, ends_at: period.endsAt },
        requests,
        burst: {
          limit_per_minute: burst.limitPerMinute,
          remaining: burst.remaining,
          resets_at: burst.resetsAt,
        },
        monitors,
        status_pages: statusPages,
      }
    },
    example: {
      plan: "pro",
      period: { starts_at: "2026-11-01T00:00:00.000Z", ends_at: "2026-12-01T00:00:00.000Z" },
      requests: { used: 4210, limit: 100_000, remaining: 95_790 },
      burst: { limit_per_minute: 300, remaining: 288, resets_at: "2026-11-21T09:31:00.000Z" },
      monitors: { used: 42, limit: null },
      status_pages: { used: 2, limit: null },
    },
  },
})

export const usageOperations = [readUsage]
