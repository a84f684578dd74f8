import { z } from "zod"
import { projectPage } from "../../rest/graphql.ts"
import { cursor, lower, nextCursor, rows } from "../answers.ts"
import { readTool } from "../tool.ts"
import { someOf, wordsOf } from "../findings.ts"
import { untrusted } from "../untrusted.ts"

export const listChannels = readTool({
  name: "list_channels",
  title: "List channels",
  description:
    "The team channels that pages go to, with the last success and the last error of each: use it when a page did not arrive.",
  scope: "on_call:read",
  example: {},
  input: z.strictObject({ cursor }),
  output: z.object({ channels: rows, next_cursor: nextCursor }),
  document: projectPage(
    "channels",
    "cursor node { id name kind hint enabled verifiedAt lastDeliveredAt lastFindings { code parameters text } }",
  ),
  variables: ({ projectId, args }) => ({ projectId, first: 50, after: args.cursor ?? null }),
  page: { list: "channels", of: ({ project }) => project?.channels },
  answer: ({ project }) => ({
    channels: (project?.channels.edges ?? []).map(({ node }) => ({
      id: node.id,
      name: untrusted(node.name, 60),
      kind: lower(node.kind),
      target: untrusted(node.hint, 60),
      is_enabled: node.enabled,
      is_verified: node.verifiedAt !== null,
      last_success_at: node.lastDeliveredAt,
      last_error: wordsOf(node.lastFindings),
      ...someOf("last_findings", node.lastFindings),
    })),
  }),
})
