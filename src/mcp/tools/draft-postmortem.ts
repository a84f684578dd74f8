import { z } from "zod"
import { draftPostmortem as draftFrom } from "../../graphql/incidents/incident/rules/draft-postmortem.ts"
import { graphql } from "../../rest/graphql.ts"
import { lower } from "../answers.ts"
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
        telemetry {
          takenAt
          url
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
        monitors {
          monitor {
            name
          }
        }
        timeline {
          at
          kind
          actorName
          body
          flap {
            outages
            until
          }
        }
      }
    }
  `),
  variables: ({ args }) => ({ id: args.incident }),
  answer: ({ incident }) => {
    if (incident === null) throw notFound("incident", "list_incidents gives their numbers.")
    const { monitor, monitors, alerts, severity, explain, telemetry, timeline } = incident
    const names = [
      ...(monitor === null ? [] : [monitor.name]),
      ...monitors.map((one) => one.monitor.name),
    ]
    const draft = draftFrom(
      {
        ...incident,
        severity: severity.name,
        monitors: [...new Set(names)],
        detection: explain.summary,
        telemetry: telemetry?.takenAt ? { url: telemetry.url } : null,
        pages: alerts.edges.flatMap(({ node }) =>
          node.pages.map(({ name, createdAt }) => ({ name, at: createdAt })),
        ),
        timeline: timeline.map((entry) => ({ ...entry, kind: lower(entry.kind) })),
      },
      {
        quote: untrusted,
        time: (at) => at,
        fits: (text) => JSON.stringify(text).length <= longest,
      },
    )
    return { draft, is_resolved: incident.resolvedAt !== null }
  },
})
