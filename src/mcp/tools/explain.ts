import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { lower, maybe, moment, rows, textOut } from "../answers.ts"
import { incidentRef, monitorRef } from "../find-references.ts"
import { notFound, ToolError } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedFindings, untrustedOrNull } from "../untrusted.ts"

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
  document: graphql(`
    query mcpExplain(
      $incident: ID!
      $monitor: ID!
      $at: DateTime!
      $isIncident: Boolean!
      $isMonitor: Boolean!
    ) {
      incident(id: $incident) @include(if: $isIncident) {
        explain {
          summary
          findings {
            code
            parameters
            text
          }
          steps {
            step
            outcome
            evidence
          }
          verdict {
            decision
            at
          }
        }
      }
      monitor(id: $monitor) @include(if: $isMonitor) {
        silenceReasons(at: $at) {
          reason
          message
          findings {
            code
            parameters
            text
          }
          checks {
            startedAt
            status
            reason
          }
          verdict {
            decision
            at
            steps {
              step
              outcome
              evidence
            }
          }
        }
      }
    }
  `),
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
      const { summary, findings, steps, verdict } = incident.explain
      return {
        summary: untrusted(summary, 1000),
        findings: untrustedFindings(findings),
        reason: null,
        decision: verdict && lower(verdict.decision),
        decided_at: verdict?.at ?? null,
        steps: steps.map(stepOf),
        checks: [],
      }
    }
    if (!monitor) throw notFound("monitor", "list_monitors gives their ids.")
    const { reason, message, findings, checks, verdict } = monitor.silenceReasons
    return {
      summary: untrusted(message, 1000),
      findings: untrustedFindings(findings),
      reason: lower(reason),
      decision: verdict && lower(verdict.decision),
      decided_at: verdict?.at ?? null,
      steps: (verdict?.steps ?? []).map(stepOf),
      checks: checks.map((one) => ({
        at: one.startedAt,
        status: lower(one.status),
        reason: untrustedOrNull(one.reason),
      })),
    }
  },
})

const stepOf = (one: { step: string; outcome: string; evidence: string }) => ({
  step: one.step,
  outcome: one.outcome,
  evidence: untrustedOrNull(one.evidence, 300),
})
