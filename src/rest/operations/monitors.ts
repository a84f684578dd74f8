import { z } from "zod"
import { id, wholeNumber } from "../../graphql/kernel/input.ts"
import { kinds } from "../../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import { graphql, mutation } from "../graphql.ts"
import { colored, longText, moment, nameText } from "../../graphql/kernel/answer-fields.ts"
import { givenMoment, list, lower, operation } from "../operation.ts"

const monitor = z
  .object({
    id,
    name: nameText,
    description: longText,
    monitor_type: z.enum(Object.keys(kinds)),
    status: colored.describe("Current status: operational, degraded, offline or unknown."),
    active_monitoring_disabled: z.boolean().describe("True while the monitor is paused."),
    failure_threshold: z.int().describe("Consecutive failures that count as an outage."),
    alerts_muted_until: moment
      .nullable()
      .describe("Until when no incidents or alerts are declared; null if not muted. Additive."),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Monitor" })

const listMonitors = list({
  id: "listMonitors",
  path: "/v1/monitors",
  tag: "Monitors",
  summary: "List monitors",
  description: "Lists the monitors of the key's project, sorted by name.",
  scope: "monitors:read",
  document: graphql(`
    query listMonitors($projectId: ID!, $first: Int!, $after: String) {
      monitorRows(projectId: $projectId, first: $first, after: $after) {
        rows {
          id
          name
          description
          kind
          status
          statusColor
          isPaused
          failureThreshold
          mutedUntil
          createdAt
          updatedAt
        }
        hasNextPage
        endCursor
      }
    }
  `),
  variables: ({ projectId, page }) => ({ projectId, ...page }),
  connection: ({ monitorRows: { rows, ...pageInfo } }) => ({
    edges: rows.map((node) => ({ node })),
    pageInfo,
  }),
  item: {
    schema: monitor,
    of: (row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      monitor_type: lower(row.kind),
      status: { name: lower(row.status), color: row.statusColor },
      active_monitoring_disabled: row.isPaused,
      failure_threshold: row.failureThreshold,
      alerts_muted_until: row.mutedUntil,
      created_at: row.createdAt,
      updated_at: row.updatedAt,
    }),
    example: {
      id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21",
      name: "Checkout",
      description: "The page that earns the money.",
      monitor_type: "http",
      status: { name: "operational", color: "#17803d" },
      active_monitoring_disabled: false,
      failure_threshold: 2,
      alerts_muted_until: null,
      created_at: "2026-11-21T09:30:00.000Z",
      updated_at: "2026-11-21T09:30:00.000Z",
    },
  },
})

const muteRule = "or duration_minutes must be given, but not both"

const mute = z
  .strictObject({
    alerts_muted_until: givenMoment
      .describe("End of the mute: in the future, within 30 days.")
      .optional(),
    duration_minutes: wholeNumber(1, 43_200).describe("Duration of the mute, from now.").optional(),
  })
  .refine(
    (body) => (body.alerts_muted_until === undefined) !== (body.duration_minutes === undefined),
    {
      error: muteRule,
      path: ["alerts_muted_until"],
    },
  )
  .meta({
    id: "Mute",
    oneOf: [{ required: ["alerts_muted_until"] }, { required: ["duration_minutes"] }],
  })

const muteMonitor = operation({
  id: "muteMonitor",
  method: "POST",
  path: "/v1/monitors/{monitor_id}/mute",
  tag: "Monitors",
  summary: "Mute a monitor",
  description:
    "Stops incidents and alerts for the monitor until the given time. Checks, status, uptime and status pages are " +
    "not affected. A new mute replaces the current one. The list of monitors returns when it ends. To end it early, " +
    "mute for one minute, or unmute the monitor in the dashboard or with unmuteMonitor in GraphQL.",
  scope: "monitors:write",
  reads: ["monitors:read"],
  body: { schema: mute, example: { duration_minutes: 90 } },
  document: mutation("muteMonitor", "id mutedUntil"),
  variables: ({ params, body }) => ({
    id: params.monitor_id,
    until: body.alerts_muted_until ?? null,
    durationMinutes: body.duration_minutes ?? null,
  }),
  names: { until: "alerts_muted_until" },
  status: 200,
  answer: {
    schema: z.object({ monitor_id: id, alerts_muted_until: moment }).meta({ id: "MuteResult" }),
    of: ({ muteMonitor: { id, mutedUntil } }) => {
      if (mutedUntil === null) throw new Error("a monitor was muted without a deadline")
      return { monitor_id: id, alerts_muted_until: mutedUntil }
    },
    example: {
      monitor_id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21",
      alerts_muted_until: "2026-11-21T11:00:00.000Z",
    },
  },
})

export const monitors = [listMonitors, muteMonitor]
