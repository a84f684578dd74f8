import { z } from "zod"
import { id } from "../../graphql/input.ts"
import { graphql } from "../graphql.ts"
import { colored, flag, list, moment } from "../operation.ts"

const alert = z
  .object({
    id,
    number: z.int().describe("Counts from 1 in its project, without gaps."),
    title: z.string(),
    description: z.string(),
    state: colored,
    severity: colored,
    monitor: z
      .object({ id, name: z.string() })
      .nullable()
      .describe("What failed; null where no monitor stands behind it."),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Alert" })

const listAlerts = list({
  id: "listAlerts",
  path: "/v1/alerts",
  tag: "Alerts",
  summary: "List alerts",
  description: "The alerts of the key's project, newest first.",
  scope: "alerts:read",
  reads: ["monitors:read"],
  query: z.object({ active_only: flag("true leaves out alerts that are resolved.") }),
  document: graphql(`
    query listAlerts($projectId: ID!, $first: Int!, $after: String, $activeOnly: Boolean!) {
      project(id: $projectId) {
        alerts(first: $first, after: $after, activeOnly: $activeOnly) {
          edges {
            node {
              id
              number
              title
              description
              state {
                name
                color
              }
              severity {
                name
                color
              }
              monitor {
                id
                name
              }
              createdAt
              updatedAt
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `),
  variables: ({ projectId, page, query }) => ({
    projectId,
    ...page,
    activeOnly: query.active_only === "true",
  }),
  connection: ({ project }) => project?.alerts,
  item: {
    schema: alert,
    of: ({ createdAt, updatedAt, ...row }) => ({
      ...row,
      created_at: createdAt,
      updated_at: updatedAt,
    }),
    example: {
      id: "01937f60-0a31-7000-8000-9d0c4f2e6b77",
      number: 23,
      title: "Checkout is down",
      description: "The connection was refused.",
      state: { name: "triggered", color: "#d92d20" },
      severity: { name: "high", color: "#d92d20" },
      monitor: { id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21", name: "Checkout" },
      created_at: "2026-11-21T09:31:12.000Z",
      updated_at: "2026-11-21T09:31:12.000Z",
    },
  },
})

export const alerts = [listAlerts]
