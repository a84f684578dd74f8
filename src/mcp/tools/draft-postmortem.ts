import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { incidentRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

/** In characters: with the rest of the answer about 4,000 tokens. */
const longest = 8000

export const draftPostmortem = readTool({
  name: "draft_postmortem",
  title: "Draft a post-mortem",
  description:
    "A post-mortem in Markdown from stored facts alone: times, impact, detection, people and timeline. " +
    "Causes and actions are left as questions. Write them, then call save_postmortem.",
  scope: "incidents:read",
  example: { incident: "17" },
  input: z.strictObject({ incident: incidentRef }),
  output: z.object({ draft: z.string(), is_resolved: z.boolean() }),
  document: graphql(`
    query mcpPostmortem($id: ID!, $maxCharacters: Int!) {
      incident(id: $id) {
        resolvedAt
        postmortemDraft(maxCharacters: $maxCharacters)
      }
    }
  `),
  variables: ({ args }) => ({ id: args.incident, maxCharacters: longest }),
  answer: ({ incident }) => {
    if (incident === null) throw notFound("incident", "list_incidents gives their numbers.")
    const draft = untrusted(incident.postmortemDraft, longest)
    return { draft, is_resolved: incident.resolvedAt !== null }
  },
})
