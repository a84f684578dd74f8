import { z } from "zod"
import { findAlert } from "./incidents/alert/find-alert.ts"
import type { Context } from "./kernel/context.ts"
import { DomainError } from "./kernel/errors.ts"
import { findIncident } from "./incidents/incident/find-incident.ts"
import { id, parse } from "./kernel/input.ts"
import { findMaintenance } from "./maintenance/window/find-maintenance.ts"
import { findMonitor } from "./monitoring/monitor/find-monitor.ts"
import { findPolicy, findRotation } from "./on-call/schedule/find-on-call.ts"
import { findSlo } from "./slo/find-slo.ts"
import { findStatusPage } from "./status-pages/status-page/find-status-page.ts"
import { readProject } from "./workspace/project/read-project.ts"
import { findEndpoint } from "./delivery/webhook/find-webhook.ts"
import { asNode, type NodeType } from "./kernel/node-type.ts"

const mostIds = 25
const input = z.object({
  ids: z.array(id).max(mostIds, `must be at most ${mostIds}`),
})

const tables: Record<NodeType, string> = {
  Alert: "alert",
  Incident: "incident",
  Maintenance: "maintenance",
  Monitor: "monitor",
  OnCallPolicy: "on_call_policy",
  Project: "project",
  Rotation: "rotation",
  Slo: "slo",
  StatusPage: "status_page",
  WebhookEndpoint: "webhook_endpoint",
}

const findTypes = {
  name: "find-node-types",
  text: Object.entries(tables)
    .map(([type, table]) => `select '${type}' as type, id from ${table} where id = any($1::uuid[])`)
    .join(" union all "),
}

type Row = { id: string }

/** Finds a row like the root field of its type, with the same permissions. */
const finders: Record<NodeType, (ctx: Context, id: string) => Promise<Row | null>> = {
  Alert: (ctx, id) => findAlert(ctx, id, "alerts:read"),
  Incident: (ctx, id) => findIncident(ctx, id, "incidents:read"),
  Maintenance: (ctx, id) => findMaintenance(ctx, id, "maintenances:read"),
  async Monitor(ctx, id) {
    await findMonitor(ctx, id, "monitors:read")
    return ctx.database.prisma.monitor.findUnique({ where: { id } })
  },
  OnCallPolicy: (ctx, id) => findPolicy(ctx, id, "on_call:read"),
  async Project(ctx, id) {
    await ctx.access.require(id, "project:read")
    return readProject(ctx.database, id)
  },
  Rotation: (ctx, id) => findRotation(ctx, id, "on_call:read"),
  Slo: (ctx, id) => findSlo(ctx, id, "monitors:read"),
  StatusPage: (ctx, id) => findStatusPage(ctx, id, "status_pages:read"),
  WebhookEndpoint: (ctx, id) => findEndpoint(ctx, id, "webhooks:read"),
}

/**
 * Rows by id, in the order of the ids; one statement determines their types. Null for unknown ids and for ids of
 * other projects; an error if the actor lacks the permission in its own project.
 */
export async function findNodes(
  ctx: Context,
  given: readonly string[],
): Promise<Promise<Row | null>[]> {
  const { ids } = parse(input, { ids: given })
  const { rows } = await ctx.database.pool.query<{ type: NodeType; id: string }>({
    ...findTypes,
    values: [ids],
  })
  const types = new Map(rows.map((row) => [row.id, row.type]))
  return ids.map((one) => findNode(ctx, one, types.get(one)))
}

async function findNode(ctx: Context, id: string, type: NodeType | undefined) {
  if (type === undefined) return null
  try {
    const row = await finders[type](ctx, id)
    return row === null ? null : asNode(row, type)
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null
    throw error
  }
}
