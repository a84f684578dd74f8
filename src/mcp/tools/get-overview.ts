import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { lower, rows, textOut } from "../answers.ts"
import { McpFinding, someOf, titleOf, wordsOf } from "../findings.ts"
import { readTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

export const getOverview = readTool({
  name: "get_overview",
  title: "Get the overview",
  description:
    "What is wrong now, and who is on call: monitors that are not operational, open incidents and alerts, " +
    "SLOs at risk, maintenance, on-call people and gaps in the on-call schedule. Start here.",
  scope: "monitors:read",
  example: {},
  input: z.strictObject({}),
  output: z.object({
    project: textOut,
    monitor_counts: z.record(z.string(), z.number()),
    monitors_not_operational: rows,
    open_incidents: rows,
    open_alerts: rows,
    slos_at_risk: rows,
    maintenance: rows,
    on_call_now: rows,
    on_call_warnings: z.array(z.string()),
    has_more: z.boolean(),
  }),
  document: graphql(
    `
      query mcpOverview($projectId: ID!) {
        project(id: $projectId) {
          name
          counts {
            operational
            degraded
            offline
            unknown
            inMaintenance
            paused
          }
          monitors(
            first: 20
            statuses: [OFFLINE, DEGRADED, UNKNOWN]
            isPaused: false
            isInMaintenance: false
          ) {
            edges {
              node {
                id
                name
                kind
                status
                statusSince
                isMuted
                lastCheckFindings {
                  ...McpFinding
                }
              }
            }
            pageInfo {
              hasNextPage
            }
          }
          incidents(first: 10, activeOnly: true) {
            edges {
              node {
                id
                number
                title
                titleFinding {
                  ...McpFinding
                }
                startedAt
                acknowledgedAt
                acknowledgedBy
                state {
                  name
                }
                severity {
                  name
                }
              }
            }
            pageInfo {
              hasNextPage
            }
          }
          alerts(first: 10, activeOnly: true) {
            edges {
              node {
                id
                number
                title
                titleFinding {
                  ...McpFinding
                }
                createdAt
                acknowledgedAt
                acknowledgedBy
                incident {
                  number
                }
                slo {
                  id
                  name
                }
                source {
                  name
                }
                severity {
                  name
                }
              }
            }
            pageInfo {
              hasNextPage
            }
          }
          slos(first: 10, statuses: [BURNING, EXHAUSTED]) {
            edges {
              node {
                id
                name
                status
                targetPercent
                windowDays
                burnRate
                exhaustedAt
                budget {
                  attainedPercent
                  remainingShare
                }
              }
            }
          }
          maintenances(first: 5, activeOnly: true) {
            edges {
              node {
                id
                title
                state
                startsAt
                endsAt
              }
            }
          }
          onCallNow(first: 10) {
            edges {
              node {
                policyName
                ruleOrder
                until
                user {
                  name
                }
              }
            }
          }
          onCallReadiness {
            warnings {
              text
            }
          }
        }
      }
    `,
    [McpFinding],
  ),
  variables: ({ projectId }) => ({ projectId }),
  answer: ({ project }) => {
    if (project === null) throw new Error("a key's project is there")
    const { monitors, incidents, alerts, counts } = project
    return {
      project: untrusted(project.name),
      monitor_counts: {
        operational: counts.operational,
        degraded: counts.degraded,
        offline: counts.offline,
        unknown: counts.unknown,
        in_maintenance: counts.inMaintenance,
        paused: counts.paused,
      },
      monitors_not_operational: monitors.edges.map(({ node }) => ({
        id: node.id,
        name: untrusted(node.name, 100),
        kind: lower(node.kind),
        status: lower(node.status),
        since: node.statusSince,
        is_muted: node.isMuted,
        last_reason: wordsOf(node.lastCheckFindings, 160),
        ...someOf("last_findings", node.lastCheckFindings),
      })),
      open_incidents: incidents.edges.map(({ node }) => ({
        id: node.id,
        number: node.number,
        ...titleOf(node),
        state: untrusted(node.state.name, 60),
        severity: untrusted(node.severity.name, 60),
        started_at: node.startedAt,
        acknowledged_at: node.acknowledgedAt,
        acknowledged_by: node.acknowledgedBy && untrusted(node.acknowledgedBy, 60),
      })),
      open_alerts: alerts.edges.map(({ node }) => ({
        id: node.id,
        number: node.number,
        ...titleOf(node),
        severity: untrusted(node.severity.name, 60),
        incident: node.incident?.number ?? null,
        slo: node.slo && { id: node.slo.id, name: untrusted(node.slo.name, 100) },
        source: node.source && untrusted(node.source.name, 100),
        created_at: node.createdAt,
        acknowledged_at: node.acknowledgedAt,
        acknowledged_by: node.acknowledgedBy && untrusted(node.acknowledgedBy, 60),
      })),
      slos_at_risk: project.slos.edges.map(({ node }) => ({
        id: node.id,
        name: untrusted(node.name, 100),
        status: lower(node.status),
        target_percent: node.targetPercent,
        window_days: node.windowDays,
        attained_percent: node.budget?.attainedPercent ?? null,
        budget_left_share: node.budget?.remainingShare ?? null,
        burn_rate: node.burnRate,
        budget_gone_at: node.exhaustedAt,
      })),
      maintenance: project.maintenances.edges.map(({ node }) => ({
        id: node.id,
        title: untrusted(node.title, 100),
        state: lower(node.state),
        starts_at: node.startsAt,
        ends_at: node.endsAt,
      })),
      on_call_now: project.onCallNow.edges.map(({ node }) => ({
        policy: untrusted(node.policyName, 60),
        rule: node.ruleOrder,
        person: untrusted(node.user.name, 60),
        until: node.until,
      })),
      on_call_warnings: project.onCallReadiness.warnings
        .slice(0, 5)
        .map(({ text }) => untrusted(text)),
      has_more: [monitors, incidents, alerts].some(({ pageInfo }) => pageInfo.hasNextPage),
    }
  },
})
