import { z } from "zod"
import { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import { createMonitorGuard } from "../../../../platform/guard.ts"
import { newId } from "../../../../platform/id.ts"
import type { Context } from "../../../kernel/context.ts"
import { id, parse } from "../../../kernel/input.ts"
import { checkLimit, monitorLimit } from "../../../workspace/project/rules/project-limits.ts"
import { lockProject } from "../../../workspace/project/lock-project.ts"
import { transact } from "../../../kernel/transaction.ts"
import { readDraft, type MonitorInput } from "./monitor-draft.ts"
import { findLabels, keepWithin } from "./monitor-labels.ts"
import { makeMonitors } from "./write-monitor.ts"
import { requireTelemetry } from "./require-telemetry.ts"
import { requireReachable } from "./reachable.ts"
import { checkParent } from "./monitor-tree.ts"

const kinds = Object.keys(MonitorKind).join(", ")
const input = z.object({
  projectId: id,
  kind: z.enum(MonitorKind, { error: `must be one of ${kinds}` }),
})

export type NewMonitor = { projectId: string; kind: MonitorKind } & MonitorInput

/**
 * Creates a monitor, which is checked as soon as a prober reads it.
 * @throws {DomainError} validation_failed, also for a target that the guard refuses; plan_limit_exceeded if the
 * plan allows no more monitors.
 */
export async function createMonitor(ctx: Context, given: NewMonitor) {
  const { projectId: project, kind: asked, ...rest } = given
  const { projectId, kind } = parse(input, { projectId: project, kind: asked })
  await ctx.access.require(projectId, "monitors:write", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const draft = readDraft(kind, rest, true)
  const { values } = draft
  await requireTelemetry(ctx, projectId, values)
  requireReachable(values, createMonitorGuard(ctx.env))
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId)
    const present = await tx.db.monitor.count({ where: { projectId, deletedAt: null } })
    checkLimit("monitors", monitorLimit(plan), present)
    if (values.parentId !== undefined) {
      await checkParent(tx, { projectId, limit }, null, values.parentId)
    }
    const labelIds = (await findLabels(tx, projectId, values, limit)) ?? []
    keepWithin(limit, [], labelIds)
    const id = newId()
    const parentId = values.parentId ?? null
    await makeMonitors(tx, ctx, projectId, [
      { id, kind, draft, parentId, labelIds, isPaused: false },
    ])
    return tx.db.monitor.findUniqueOrThrow({ where: { id } })
  })
}
