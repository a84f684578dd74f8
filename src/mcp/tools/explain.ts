import type { FragmentOf } from "gql.tada"
import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { lower, maybe, moment, rows, textOut } from "../answers.ts"
import { McpFinding, reasonOf, someOf, untrustedFindings, wordsOf } from "../findings.ts"
import { incidentRef, monitorRef } from "../find-references.ts"
import { notFound, ToolError } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

const McpVerdict = graphql(
  `
    fragment McpVerdict on Verdict {
      decision
      at
      steps {
        step
        outcome
        findings {
          ...McpFinding
        }
      }
    }
  `,
  [McpFinding],
)

export const explain = readTool({
  name: "explain",
  title: "Explain an alert or its absence",
  description:
    "Why an incident was declared (give incident), or why no alert fired for a monitor at a moment " +
    "(give monitor and at). Answers from the stored decision: rules in order, with evidence.",
  scope: "monitors:read",
  example: { incident: "17" },
  input: z.strictObject({
    incident: incidentRef.optional(),
    monitor: monitorRef.optional(),
    at: moment.optional(),
  }),
  output: z.object({
    summary: textOut,
    findings: rows,
    reason: maybe,
    decision: maybe,
    decided_at: maybe,
    steps: rows,
    checks: rows,
  }),
  document: graphql(
    `
      query mcpExplain(
        $incident: ID!
        $monitor: ID!
        $at: DateTime!
        $isIncident: Boolean!
        $isMonitor: Boolean!
      ) {
        incident(id: $incident) @include(if: $isIncident) {
          explain {
            findings {
              ...McpFinding
            }
            verdict {
              ...McpVerdict
            }
          }
        }
        monitor(id: $monitor) @include(if: $isMonitor) {
          silenceReasons(at: $at) {
            reason
            findings {
              ...McpFinding
            }
            checks {
              startedAt
              status
              findings {
                ...McpFinding
              }
            }
            verdict {
              ...McpVerdict
            }
          }
        }
      }
    `,
    [McpFinding, McpVerdict],
  ),
  variables: ({ args: { incident, monitor, at }, now, projectId }) => {
    if ((incident === undefined) === (monitor === undefined)) {
      throw new ToolError(
        "validation_failed",
        "Give incident, or monitor with at: exactly one of the two.",
      )
    }
    return {
      incident: incident ?? projectId,
      monitor: monitor ?? projectId,
      at: at ?? now.toISOString(),
      isIncident: incident !== undefined,
      isMonitor: monitor !== undefined,
    }
  },
  answer: ({ incident, monitor }, { args }) => {
    if (args.incident !== undefined) {
      if (!incident) throw notFound("incident", "list_incidents gives their numbers.")
      return { reason: null, checks: [], ...explained(incident.explain) }
    }
    if (!monitor) throw notFound("monitor", "list_monitors gives their ids.")
    const { reason, checks, ...why } = monitor.silenceReasons
    return {
      ...explained(why),
      reason: lower(reason),
      checks: checks.map(({ startedAt, status, findings }) => ({
        at: startedAt,
        status: lower(status),
        ...reasonOf(findings),
      })),
    }
  },
})

type Explained = {
  findings: readonly FragmentOf<typeof McpFinding>[]
  verdict: FragmentOf<typeof McpVerdict> | null
}

const explained = ({ findings, verdict }: Explained) => ({
  summary: untrusted(findings.map(({ text }) => text).join(" "), 1000),
  findings: untrustedFindings(findings),
  decision: verdict && lower(verdict.decision),
  decided_at: verdict?.at ?? null,
  steps: (verdict?.steps ?? []).map(({ step, outcome, findings: evidence }) => ({
    step,
    outcome,
    evidence: wordsOf(evidence),
    ...someOf("findings", evidence),
  })),
})
