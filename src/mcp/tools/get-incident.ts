import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { cursor, lower, maybe, minutesBetween, nextCursor, rows } from "../answers.ts"
import { incidentRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

export const getIncident = readTool({
  name: "get_incident",
  title: "Get an incident",
  description:
    "One incident whole: what is known, why it was declared, who was paged over which channel and whether it " +
    "arrived, the failed checks with evidence, similar earlier incidents and the timeline, newest first.",
  scope: "incidents:read",
  example: { incident: "17" },
  input: z.strictObject({
    incident: incidentRef,
    cursor: cursor.describe("next_cursor of the last answer, for older timeline entries."),
  }),
  output: z.object({
    incident: z.looseObject({}),
    why: maybe,
    failed_checks: rows,
    pages: rows,
    similar: rows,
    timeline: rows,
    next_cursor: nextCursor,
  }),
  document: graphql(`
    query mcpIncident($id: ID!, $after: String) {
      incident(id: $id) {
        id
        number
        title
        description
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
          summary
        }
        monitor {
          id
          name
          kind
          status
          statusSince
          url
          host
          checks(first: 4, statuses: [OFFLINE, DEGRADED]) {
            edges {
              node {
                startedAt
                status
                httpStatus
                address
                failureClass
                reason
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
                startedAt
                resolvedAt
                acknowledgedBy
                postmortemNote
              }
            }
          }
        }
        alerts(first: 5) {
          edges {
            node {
              number
              escalation {
                state
                nextStepAt
              }
              pages {
                name
                createdAt
                reason
                round
                deliveries {
                  event
                  target
                  state
                  confirmedAt
                  settledAt
                  lastError
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
  variables: ({ args }) => ({ id: args.incident, after: args.cursor ?? null }),
  page: { list: "timeline", of: ({ incident }) => incident?.updates },
  answer: ({ incident }) => {
    if (incident === null) throw notFound("incident", "list_incidents gives their numbers.")
    const { monitor } = incident
    return {
      incident: {
        id: incident.id,
        number: incident.number,
        title: untrusted(incident.title),
        description: untrustedOrNull(incident.description, 500),
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
          target: untrustedOrNull(monitor.url ?? monitor.host),
          status: lower(monitor.status),
          since: monitor.statusSince,
        },
      },
      why: untrustedOrNull(incident.explain.summary, 800),
      failed_checks: (monitor?.checks.edges ?? []).map(({ node }) => ({
        at: node.startedAt,
        status: lower(node.status),
        http_status: node.httpStatus,
        address: node.address,
        failure_class: node.failureClass && lower(node.failureClass),
        reason: untrustedOrNull(node.reason, 300),
        answer_head: untrustedOrNull(node.evidence?.head),
        answer_body: untrustedOrNull(node.evidence?.body, 300),
      })),
      pages: incident.alerts.edges.flatMap(({ node }) => pagesOf(node)).slice(0, mostPages),
      similar: (monitor?.incidents.edges ?? [])
        .filter(({ node }) => node.id !== incident.id)
        .map(({ node }) => ({
          number: node.number,
          title: untrusted(node.title, 120),
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
      })),
    }
  },
})

const mostPages = 10
const mostDeliveries = 4

type Alert = {
  number: number
  escalation: { state: string; nextStepAt: string | null } | null
  pages: readonly {
    name: string | null
    createdAt: string
    reason: string
    round: number
    deliveries: readonly {
      event: string
      target: string
      state: string
      confirmedAt: string | null
      settledAt: string | null
      lastError: string | null
    }[]
  }[]
}

const pagesOf = ({ number, escalation, pages }: Alert) =>
  pages.map((page) => ({
    alert: number,
    escalation: escalation && lower(escalation.state),
    next_step_at: escalation?.nextStepAt ?? null,
    who: untrustedOrNull(page.name, 60),
    why: untrusted(page.reason),
    at: page.createdAt,
    deliveries: page.deliveries.slice(0, mostDeliveries).map((one) => ({
      to: untrusted(one.target, 80),
      state: lower(one.state),
      arrived_at: one.confirmedAt,
      settled_at: one.settledAt,
      error: untrustedOrNull(one.lastError, 160),
    })),
  }))
