import { z } from "zod"
import { graphql, mutation } from "../../rest/graphql.ts"
import { lower, moment } from "../answers.ts"
import { monitorRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { writeTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"
import {
  namesOfMonitors,
  pagesShowing,
  planOfMonitors,
  planVariablesOfMonitors,
} from "./status-page-audience.ts"
import { counted } from "../../platform/counted.ts"

const checkNow = writeTool({
  name: "check_now",
  title: "Check a monitor now",
  description:
    "Asks for a check at once, in one call. The result appears in get_monitor within seconds.",
  scope: "monitors:write",
  example: { monitor: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21" },
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({ monitor: monitorRef }),
  plan: null,
  document: mutation("requestCheck", "id checkRequestedAt lastCheckAt"),
  variables: ({ args }) => ({ id: args.monitor }),
  answer: ({ requestCheck: monitor }) => ({
    monitor: monitor.id,
    requested_at: monitor.checkRequestedAt,
    last_check_at: monitor.lastCheckAt,
  }),
})

const mute = writeTool({
  name: "mute",
  title: "Mute a monitor",
  description:
    "Declares nothing for a monitor for some minutes; checks go on, and paging under way rests. Two calls, as resolve.",
  scope: "monitors:write",
  example: { monitor: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21", minutes: 60 },
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ monitor: monitorRef, minutes: z.int().min(1).max(43_200) }),
  plan: {
    document: graphql(`
      query mcpPlanMute($id: ID!) {
        monitor(id: $id) {
          name
          status
          isMuted
          mutedUntil
          alerts(first: 10, activeOnly: true) {
            edges {
              node {
                number
              }
            }
          }
        }
      }
    `),
    variables: ({ args }) => ({ id: args.monitor }),
    of: ({ monitor }, { args }) => {
      if (monitor === null) throw notFound("monitor", "list_monitors gives their names.")
      const open = monitor.alerts.edges.map(({ node }) => node.number)
      return {
        state: {
          status: lower(monitor.status),
          muted_until: monitor.isMuted ? monitor.mutedUntil : null,
          open_alerts: open.join(" ") || null,
        },
        changes: [
          `Mutes ${untrusted(monitor.name)} (${lower(monitor.status)}) for ${counted(args.minutes, "minute")}`,
          ...(monitor.isMuted ? [`Replaces the mute until ${monitor.mutedUntil}`] : []),
          ...(open.length > 0 ? [`Paging rests for open alerts ${open.join(", ")}`] : []),
        ],
        notifies: [],
      }
    },
  },
  document: mutation("muteMonitor", "id mutedUntil"),
  variables: ({ args }) => ({ id: args.monitor, durationMinutes: args.minutes }),
  answer: ({ muteMonitor: { id, mutedUntil } }) => ({ monitor: id, muted_until: mutedUntil }),
})

const scheduleMaintenance = writeTool({
  name: "schedule_maintenance",
  title: "Schedule maintenance",
  description:
    "Schedules a window in which no outage of its monitors is declared; status pages announce it. Two calls, as resolve.",
  scope: "maintenances:write",
  example: {
    title: "Database upgrade",
    monitors: ["01937f5e-4c1a-7000-8000-3a5d5c1f0b21"],
    starts_at: "2026-11-22T02:00:00Z",
    ends_at: "2026-11-22T03:00:00Z",
  },
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    title: z.string().min(1).max(200),
    description: z.string().max(5000).default(""),
    monitors: z.array(monitorRef).min(1).max(50),
    starts_at: moment,
    ends_at: moment,
    notify_subscribers: z.boolean().default(true),
  }),
  plan: {
    document: planOfMonitors,
    variables: planVariablesOfMonitors,
    of: ({ nodes, project }, { args }) => {
      const names = namesOfMonitors({ nodes }, args.monitors)
      return {
        state: {},
        changes: [
          `Schedules ${untrusted(args.title)} from ${args.starts_at} to ${args.ends_at}`,
          `No outage is declared for ${names.map((name) => untrusted(name, 60)).join(", ")}`,
        ],
        notifies: args.notify_subscribers ? pagesShowing(project, args.monitors) : [],
      }
    },
  },
  document: mutation("scheduleMaintenance", "id state startsAt endsAt"),
  variables: ({ args, projectId }) => ({
    projectId,
    title: args.title,
    description: args.description,
    monitorIds: args.monitors,
    startsAt: args.starts_at,
    endsAt: args.ends_at,
    notifyAtStart: args.notify_subscribers,
    notifyAtEnd: args.notify_subscribers,
  }),
  answer: ({ scheduleMaintenance: made }) => ({
    maintenance: made.id,
    state: lower(made.state),
    starts_at: made.startsAt,
    ends_at: made.endsAt,
  }),
})

const mostEntries = 50

const createMonitors = writeTool({
  name: "create_monitors",
  title: "Create monitors",
  description:
    "Creates monitors from entries of the monitor config document; those whose name and type exist are skipped. " +
    "Two calls, as resolve: the plan says what becomes of each entry.",
  scope: "monitors:write",
  example: {
    monitors: [{ name: "Checkout", monitor_type: "http", url: "https://shop.example/checkout" }],
  },
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({
    monitors: z
      .array(z.looseObject({ name: z.string(), monitor_type: z.string() }))
      .min(1)
      .max(mostEntries)
      .describe("Beside name and monitor_type: url or host, port, monitoring_interval, labels, …"),
  }),
  plan: {
    document: mutation(
      "importMonitors",
      "createdCount entries { name monitorType outcome reason }",
    ),
    variables: ({ args, projectId }) => ({
      projectId,
      document: { version: 1, monitors: args.monitors },
      dryRun: true,
    }),
    of: ({ importMonitors: { entries } }) => ({
      state: { outcomes: entries.map(({ outcome }) => lower(outcome)).join(" ") },
      changes: entries.map(
        ({ name, monitorType, outcome, reason }) =>
          `${lower(outcome)}: ${untrusted(`${monitorType ?? "?"} ${name ?? "?"}`, 100)}${reason === null ? "" : ` ${untrusted(reason, 160)}`}`,
      ),
      notifies: [],
    }),
  },
  document: mutation(
    "importMonitors",
    "createdCount skippedCount invalidCount failedCount entries { name outcome monitorId reason }",
  ),
  variables: ({ args, projectId }) => ({
    projectId,
    document: { version: 1, monitors: args.monitors },
    dryRun: false,
  }),
  answer: ({ importMonitors: done }) => ({
    created: done.createdCount,
    skipped: done.skippedCount,
    not_created: done.invalidCount + done.failedCount,
    entries: done.entries.map((one) => ({
      name: untrustedOrNull(one.name, 100),
      outcome: lower(one.outcome),
      monitor: one.monitorId,
      reason: untrustedOrNull(one.reason, 160),
    })),
  }),
})

export const monitorChanges = [checkNow, mute, scheduleMaintenance, createMonitors]
