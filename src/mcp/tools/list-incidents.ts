import { z } from "zod"
import { graphql, projectPage } from "../../rest/graphql.ts"
import { cursor, nextCursor, rows } from "../answers.ts"
import { McpFinding, titleOf } from "../findings.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

const McpIncidentRow = graphql(
  `
    fragment McpIncidentRow on Incident {
      id
      number
      title
      titleFinding {
        ...McpFinding
      }
      startedAt
      resolvedAt
      acknowledgedAt
      acknowledgedBy
      isFlapping
      state {
        name
      }
      severity {
        name
      }
      monitor {
        id
        name
      }
    }
  `,
  [McpFinding],
)

export const listIncidents = readTool({
  name: "list_incidents",
  title: "List incidents",
  description: "Incidents, newest first, open ones alone by default.",
  scope: "incidents:read",
  example: { open_only: false, search: "checkout" },
  input: z.strictObject({
    open_only: z.boolean().default(true),
    search: z.string().max(200).optional().describe("Part of the title or description."),
    cursor,
  }),
  output: z.object({ incidents: rows, next_cursor: nextCursor }),
  document: projectPage("incidents", "cursor node { ...McpIncidentRow }", [McpIncidentRow]),
  variables: ({ projectId, args }) => ({
    projectId,
    first: 30,
    after: args.cursor ?? null,
    activeOnly: args.open_only,
    search: args.search ?? null,
  }),
  page: { list: "incidents", of: ({ project }) => project?.incidents },
  answer: ({ project }) => ({
    incidents: (project?.incidents.edges ?? []).map(({ node }) => ({
      id: node.id,
      number: node.number,
      ...titleOf(node),
      state: untrusted(node.state.name, 60),
      severity: untrusted(node.severity.name, 60),
      started_at: node.startedAt,
      resolved_at: node.resolvedAt,
      acknowledged_at: node.acknowledgedAt,
      acknowledged_by: untrustedOrNull(node.acknowledgedBy, 60),
      ...(node.isFlapping ? { is_flapping: true } : {}),
      monitor: node.monitor && { id: node.monitor.id, name: untrusted(node.monitor.name, 100) },
    })),
  }),
})
