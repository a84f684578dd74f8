import { z } from "zod"
import { projectPage } from "../../rest/graphql.ts"
import { cursor, lower, nextCursor, rows } from "../answers.ts"
import { targetOf } from "../monitor-target.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

export const listMonitors = readTool({
  name: "list_monitors",
  title: "List monitors",
  description: "Monitors by name with their status. Use it to find a monitor's id.",
  scope: "monitors:read",
  example: { search: "checkout", status: "offline" },
  input: z.strictObject({
    search: z.string().max(200).optional().describe("Part of the name."),
    status: z.enum(["operational", "degraded", "offline", "unknown"]).optional(),
    cursor,
  }),
  output: z.object({ monitors: rows, next_cursor: nextCursor }),
  document: projectPage(
    "monitors",
    "cursor node { id name kind url host telemetry { query metric } status statusSince isPaused isMuted labels { name } }",
  ),
  variables: ({ projectId, args }) => ({
    projectId,
    first: 50,
    search: args.search ?? null,
    statuses: args.status === undefined ? null : [upper(args.status)],
    after: args.cursor ?? null,
  }),
  page: { list: "monitors", of: ({ project }) => project?.monitors },
  answer: ({ project }) => ({
    monitors: (project?.monitors.edges ?? []).map(({ node }) => ({
      id: node.id,
      name: untrusted(node.name, 100),
      kind: lower(node.kind),
      target: untrustedOrNull(targetOf(node), 100),
      status: lower(node.status),
      since: node.statusSince,
      ...(node.isPaused ? { is_paused: true } : {}),
      ...(node.isMuted ? { is_muted: true } : {}),
      ...(node.labels.length > 0
        ? { labels: node.labels.map((one) => untrusted(one.name, 40)) }
        : {}),
    })),
  }),
})

const upper = <T extends string>(name: T) => name.toUpperCase() as Uppercase<T>
