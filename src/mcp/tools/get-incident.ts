import type { FragmentOf } from "gql.tada"
import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { cursor, lower, maybe, minutesBetween, nextCursor, rows } from "../answers.ts"
import { McpFinding, reasonOf, someOf, titleOf, untrustedFindings, wordsOf } from "../findings.ts"
import { incidentRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { targetOf } from "../monitor-target.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"
import { readFailureTelemetry } from "./failure-telemetry.ts"

export const getIncident = readTool({
  name: "get_incident",
  title: "Get an incident",
  description:
    "One incident whole: what is known, why it was declared, the timeline of its alerts (who was paged, whether it " +
    "arrived, what comes next), failed checks with evidence, errors in telemetry meanwhile, similar earlier " +
    "incidents, and the timeline, newest first.",
  scope: "incidents:read",
  example: { incident: "17" },
  input: z.strictObject({
    incident: incidentRef,
    cursor: cursor.describe("next_cursor of the last answer, for older timeline entries."),
  }),
  output: z.object({
    incident: z.looseObject({}),
    why: maybe,
    why_findings: rows,
    failed_checks: rows,
    alert_timeline: rows,
    next: rows,
    telemetry: z.looseObject({}).nullable(),
    similar: rows,
    timeline: rows,
    next_cursor: nextCursor,
  }),
  document: graphql(
    `
      query mcpIncident($id: ID!, $after: String) {
        incident(id: $id) {
          id
          number
          title
          titleFinding {
            ...McpFinding
          }
          description
          findings {
            ...McpFinding
          }
          startedAt
          createdAt
          acknowledgedAt
          acknowledgedBy
          resolvedAt
          isFlapping
          postmortemNote
          postmortemPublished
          state {
            name
          }
          severity {
            name
          }
          explain {
            findings {
              ...McpFinding
            }
          }
          telemetry {
            summary
            url
          }
          monitor {
            id
            name
            kind
            status
            statusSince
            url
            host
            telemetry {
              query
              metric
            }
            checks(first: 4, statuses: [OFFLINE, DEGRADED]) {
              edges {
                node {
                  startedAt
                  status
                  httpStatus
                  address
                  failureClass
                  findings {
                    ...McpFinding
                  }
                  traceId
                  evidence {
                    head
                    body
                  }
                }
              }
            }
            incidents(first: 6) {
              edges {
                node {
                  id
                  number
                  title
                  titleFinding {
                    ...McpFinding
                  }
                  startedAt
                  resolvedAt
                  acknowledgedBy
                  postmortemNote
                }
              }
            }
          }
          alerts(first: 3) {
            edges {
              node {
                number
                timeline {
                  nodes {
                    at
                    outcome
                    titleFinding {
                      ...McpFinding
                    }
                    findings {
                      ...McpFinding
                    }
                  }
                  next {
                    at
                    titleFinding {
                      ...McpFinding
                    }
                    findings {
                      ...McpFinding
                    }
                  }
                }
              }
            }
          }
          updates(first: 25, after: $after) {
            edges {
              cursor
              node {
                at
                kind
                actorName
                isPublic
                body
                findings {
                  ...McpFinding
                }
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    `,
    [McpFinding],
  ),
  variables: ({ args }) => ({ id: args.incident, after: args.cursor ?? null }),
  page: { list: "timeline", of: ({ incident }) => incident?.updates },
  more: async (run, { incident }, { projectId }) => {
    const checks = (incident?.monitor?.checks.edges ?? []).map(({ node }) => node)
    const stored = storedOf(incident?.telemetry)
    const found = await readFailureTelemetry(run, projectId, checks)
    return { telemetry: stored === null && found === null ? null : { ...stored, ...found } }
  },
  answer: ({ incident }) => {
    if (incident === null) throw notFound("incident", "list_incidents gives their numbers.")
    const { monitor } = incident
    const alerts = incident.alerts.edges.map(({ node }) => node)
    return {
      incident: {
        id: incident.id,
        number: incident.number,
        ...titleOf(incident, 200),
        description: untrustedOrNull(incident.description, 500),
        ...someOf("findings", incident.findings),
        state: untrusted(incident.state.name, 60),
        severity: untrusted(incident.severity.name, 60),
        started_at: incident.startedAt,
        declared_at: incident.createdAt,
        acknowledged_at: incident.acknowledgedAt,
        acknowledged_by: untrustedOrNull(incident.acknowledgedBy, 60),
        resolved_at: incident.resolvedAt,
        is_flapping: incident.isFlapping,
        postmortem: untrustedOrNull(incident.postmortemNote, 500),
        postmortem_published: incident.postmortemPublished,
        monitor: monitor && {
          id: monitor.id,
          name: untrusted(monitor.name),
          kind: lower(monitor.kind),
          target: untrustedOrNull(targetOf(monitor)),
          status: lower(monitor.status),
          since: monitor.statusSince,
        },
      },
      why: wordsOf(incident.explain.findings, 800),
      why_findings: untrustedFindings(incident.explain.findings),
      failed_checks: (monitor?.checks.edges ?? []).map(({ node }) => ({
        at: node.startedAt,
        status: lower(node.status),
        http_status: node.httpStatus,
        address: node.address,
        failure_class: node.failureClass && lower(node.failureClass),
        ...reasonOf(node.findings),
        ...(node.traceId === null ? {} : { trace: node.traceId }),
        answer_head: untrustedOrNull(node.evidence?.head),
        answer_body: untrustedOrNull(node.evidence?.body, 300),
      })),
      alert_timeline: timelineOf(alerts).slice(0, mostEntries),
      next: nextOf(alerts),
      telemetry: null,
      similar: (monitor?.incidents.edges ?? [])
        .filter(({ node }) => node.id !== incident.id)
        .map(({ node }) => ({
          number: node.number,
          ...titleOf(node),
          started_at: node.startedAt,
          lasted_minutes: node.resolvedAt && minutesBetween(node.startedAt, node.resolvedAt),
          acknowledged_by: untrustedOrNull(node.acknowledgedBy, 60),
          postmortem: untrustedOrNull(node.postmortemNote, 160),
        })),
      timeline: incident.updates.edges.map(({ node }) => ({
        at: node.at,
        kind: lower(node.kind),
        by: untrusted(node.actorName, 60),
        ...(node.isPublic ? { is_public: true } : {}),
        text: untrustedOrNull(node.body, 600),
        ...someOf("findings", node.findings),
      })),
    }
  },
})

type Stored = { summary: string | null; url: string } | null | undefined

/** What was stored about the cause when the incident began, which outlives the telemetry itself. */
const storedOf = (stored: Stored) =>
  stored?.summary ? { cause: untrusted(stored.summary, 500), dashboard_url: stored.url } : null

const mostEntries = 24

type Finding = FragmentOf<typeof McpFinding>
type Entry = { at: string; titleFinding: Finding; findings: readonly Finding[] }
type Alert = {
  number: number
  timeline: { nodes: readonly (Entry & { outcome: string })[]; next: readonly Entry[] }
}

/** Titles have no full stop. */
const saidOf = ({ titleFinding, findings }: Entry) => ({
  text: untrusted(
    findings.reduce(
      (said, { text }, at) => `${said}${at === 0 ? "." : ""} ${text}`,
      titleFinding.text,
    ),
    240,
  ),
  findings: untrustedFindings([titleFinding, ...findings]),
})

/** What happened to the alerts, newest first, as everywhere in this answer. */
const timelineOf = (alerts: readonly Alert[]) =>
  alerts
    .flatMap(({ number, timeline }) =>
      timeline.nodes.map((node) => ({
        alert: number,
        at: node.at,
        ...(node.outcome === "DONE" ? {} : { outcome: lower(node.outcome) }),
        ...saidOf(node),
      })),
    )
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))

const nextOf = (alerts: readonly Alert[]) =>
  alerts.flatMap(({ number, timeline }) =>
    timeline.next.slice(0, 3).map((one) => ({ alert: number, at: one.at, ...saidOf(one) })),
  )
