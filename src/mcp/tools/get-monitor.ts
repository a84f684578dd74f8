import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { cursor, lower, nextCursor, rows } from "../answers.ts"
import { McpFinding, reasonOf, someOf, titleOf, wordsOf } from "../findings.ts"
import { monitorRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { targetOf } from "../monitor-target.ts"
import { readTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

const dayMs = 86_400_000

export const getMonitor = readTool({
  name: "get_monitor",
  title: "Get a monitor",
  description:
    "One monitor: settings, status, the last checks with their phases and evidence, uptime with its coverage, " +
    "open incidents and recent status changes. uptime_percent counts only the covered time, without the " +
    "excluded_minutes that people left out by corrections.",
  scope: "monitors:read",
  example: { monitor: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21" },
  input: z.strictObject({
    monitor: monitorRef,
    cursor: cursor.describe("next_cursor of the last answer, for older checks."),
  }),
  output: z.object({
    monitor: z.looseObject({}),
    uptime: rows,
    status_changes: rows,
    incidents: rows,
    checks: rows,
    next_cursor: nextCursor,
  }),
  document: graphql(
    `
      query mcpMonitor(
        $id: ID!
        $after: String
        $now: DateTime!
        $dayAgo: DateTime!
        $monthAgo: DateTime!
      ) {
        monitor(id: $id) {
          id
          name
          description
          kind
          url
          host
          telemetry {
            query
            metric
          }
          port
          method
          interval
          timeoutSeconds
          failureThreshold
          recoveryThreshold
          status
          statusSince
          isPaused
          isMuted
          mutedUntil
          lastCheckFindings {
            ...McpFinding
          }
          unwatchedFindings {
            ...McpFinding
          }
          lastPingAt
          labels {
            name
          }
          onCallPolicy {
            name
          }
          parent {
            id
            name
            status
          }
          day: uptime(from: $dayAgo, to: $now) {
            percent
            coverage
            offlineSeconds
            excludedSeconds
          }
          month: uptime(from: $monthAgo, to: $now) {
            percent
            coverage
            offlineSeconds
            excludedSeconds
          }
          statusChanges(first: 5) {
            edges {
              node {
                from
                to
                at
                findings {
                  ...McpFinding
                }
              }
            }
          }
          incidents(first: 5) {
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
              }
            }
          }
          checks(first: 10, after: $after) {
            edges {
              cursor
              node {
                startedAt
                status
                durationMs
                dnsMs
                connectMs
                tlsMs
                firstByteMs
                transferMs
                httpStatus
                address
                attempts
                failureClass
                findings {
                  ...McpFinding
                }
                warningFindings {
                  ...McpFinding
                }
                certificateExpiresAt
                evidence {
                  head
                  body
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
  variables: ({ args, now }) => ({
    id: args.monitor,
    after: args.cursor ?? null,
    now: now.toISOString(),
    dayAgo: new Date(now.getTime() - dayMs).toISOString(),
    monthAgo: new Date(now.getTime() - 30 * dayMs).toISOString(),
  }),
  page: { list: "checks", of: ({ monitor }) => monitor?.checks },
  answer: ({ monitor }) => {
    if (monitor === null) throw notFound("monitor", "list_monitors gives their names.")
    return {
      monitor: {
        id: monitor.id,
        name: untrusted(monitor.name),
        description: untrustedOrNull(monitor.description, 500),
        kind: lower(monitor.kind),
        target: untrustedOrNull(targetOf(monitor)),
        port: monitor.port,
        method: monitor.method,
        interval: monitor.interval,
        timeout_seconds: monitor.timeoutSeconds,
        failure_threshold: monitor.failureThreshold,
        recovery_threshold: monitor.recoveryThreshold,
        status: lower(monitor.status),
        since: monitor.statusSince,
        is_paused: monitor.isPaused,
        muted_until: monitor.isMuted ? monitor.mutedUntil : null,
        last_reason: wordsOf(monitor.lastCheckFindings),
        ...someOf("last_findings", monitor.lastCheckFindings),
        unwatched_reason: wordsOf(monitor.unwatchedFindings),
        ...someOf("unwatched_findings", monitor.unwatchedFindings),
        last_ping_at: monitor.lastPingAt,
        labels: monitor.labels.map(({ name }) => untrusted(name, 40)),
        on_call_policy: untrustedOrNull(monitor.onCallPolicy?.name),
        parent: monitor.parent && {
          id: monitor.parent.id,
          name: untrusted(monitor.parent.name),
          status: lower(monitor.parent.status),
        },
      },
      uptime: [
        { window: "24h", ...uptimeOf(monitor.day) },
        { window: "30d", ...uptimeOf(monitor.month) },
      ],
      status_changes: monitor.statusChanges.edges.map(({ node }) => ({
        at: node.at,
        from: node.from && lower(node.from),
        to: lower(node.to),
        ...reasonOf(node.findings),
      })),
      incidents: monitor.incidents.edges.map(({ node }) => ({
        id: node.id,
        number: node.number,
        ...titleOf(node),
        started_at: node.startedAt,
        resolved_at: node.resolvedAt,
      })),
      checks: monitor.checks.edges.map(({ node }) => checkOf(node)),
    }
  },
})

const uptimeOf = (one: {
  percent: number | null
  coverage: number
  offlineSeconds: number
  excludedSeconds: number
}) => ({
  uptime_percent: one.percent,
  coverage: Math.round(one.coverage * 10_000) / 10_000,
  offline_minutes: Math.round(one.offlineSeconds / 60),
  excluded_minutes: Math.round(one.excludedSeconds / 60),
})

type Findings = Parameters<typeof wordsOf>[0]

type Check = {
  startedAt: string
  status: string
  durationMs: number
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  transferMs: number | null
  httpStatus: number | null
  address: string | null
  attempts: number
  failureClass: string | null
  findings: Findings
  warningFindings: Findings
  certificateExpiresAt: string | null
  evidence: { head: string; body: string } | null
}

const ms = (value: number | null) => (value === null ? null : Math.round(value))

/** Only what there is: most checks are fine and need one line. */
const checkOf = (check: Check) =>
  Object.fromEntries(
    Object.entries({
      at: check.startedAt,
      status: lower(check.status),
      ms: ms(check.durationMs),
      dns_ms: ms(check.dnsMs),
      connect_ms: ms(check.connectMs),
      tls_ms: ms(check.tlsMs),
      first_byte_ms: ms(check.firstByteMs),
      transfer_ms: ms(check.transferMs),
      http_status: check.httpStatus,
      address: check.address,
      attempts: check.attempts > 1 ? check.attempts : null,
      failure_class: check.failureClass && lower(check.failureClass),
      ...reasonOf(check.findings),
      warnings:
        check.warningFindings.length === 0
          ? null
          : check.warningFindings.map(({ text }) => untrusted(text)),
      ...someOf("warning_findings", check.warningFindings),
      certificate_expires_at: check.certificateExpiresAt,
      answer_head: untrustedOrNull(check.evidence?.head, 300),
      answer_body: untrustedOrNull(check.evidence?.body, 400),
    }).filter(([, value]) => value !== null),
  )
