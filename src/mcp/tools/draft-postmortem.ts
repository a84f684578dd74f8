import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { lower, minutesBetween } from "../answers.ts"
import { incidentRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

const mostPages = 10

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
    query mcpPostmortem($id: ID!) {
      incident(id: $id) {
        number
        title
        startedAt
        createdAt
        acknowledgedAt
        acknowledgedBy
        resolvedAt
        severity {
          name
        }
        monitor {
          name
        }
        explain {
          summary
        }
        alerts(first: 5) {
          edges {
            node {
              pages {
                name
                createdAt
              }
            }
          }
        }
        updates(last: 50) {
          edges {
            node {
              at
              kind
              actorName
              body
            }
          }
        }
      }
    }
  `),
  variables: ({ args }) => ({ id: args.incident }),
  answer: ({ incident }) => {
    if (incident === null) throw notFound("incident", "list_incidents gives their numbers.")
    const { startedAt, createdAt, acknowledgedAt, resolvedAt } = incident
    const after = (at: string) => `${minutesBetween(startedAt, at)} min after the start`
    const paged = incident.alerts.edges.flatMap(({ node }) => node.pages).slice(0, mostPages)
    const facts = [
      `- Started: ${startedAt}`,
      `- Declared: ${createdAt} (${after(createdAt)})`,
      acknowledgedAt === null
        ? "- Acknowledged: never"
        : `- Acknowledged: ${acknowledgedAt} by ${untrusted(incident.acknowledgedBy ?? "", 60)} (${after(acknowledgedAt)})`,
      resolvedAt === null
        ? "- Resolved: not yet"
        : `- Resolved: ${resolvedAt} (${after(resolvedAt)})`,
      `- Severity: ${untrusted(incident.severity.name, 60)}`,
      `- Monitor: ${incident.monitor === null ? "none" : untrusted(incident.monitor.name)}`,
    ]
    const draft = [
      `# Incident ${incident.number}: ${untrusted(incident.title)}`,
      "## Facts",
      ...facts,
      "## How it was detected",
      untrusted(incident.explain.summary, 1000),
      "## Who was paged",
      ...(paged.length === 0
        ? ["- Nobody"]
        : paged.map((one) => `- ${one.createdAt} ${untrusted(one.name ?? "deleted", 60)}`)),
      "## Timeline",
      ...incident.updates.edges
        .toReversed()
        .map(
          ({ node }) =>
            `- ${node.at} ${lower(node.kind)} by ${untrusted(node.actorName, 60)}${node.body === "" ? "" : `: ${untrusted(node.body, 200)}`}`,
        ),
      "## Root cause",
      "Not in the stored facts: what caused it?",
      "## What will prevent it",
      "Not in the stored facts: which actions, by whom, until when?",
    ]
    return { draft: draft.join("\n"), is_resolved: resolvedAt !== null }
  },
})
