import { z } from "zod"
import { MonitorKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { id, parse } from "../input.ts"
import { checkLimit, monitorLimit } from "../project/limits.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import type { MonitorInput } from "./draft.ts"
import { readDraft } from "./draft.ts"
import { findLabels } from "./labels.ts"
import { makeMonitors } from "./make.ts"
import { checkParent } from "./tree.ts"

const kinds = Object.keys(MonitorKind).join(", ")
const input = z.object({
  projectId: id,
  kind: z.enum(MonitorKind, { error: `must be one of ${kinds}` }),
})

export type NewMonitor = { projectId: string; kind: MonitorKind } & MonitorInput

/**
 * A new monitor is looked at as soon as a prober hears of it.
 *
 * @throws {DomainError} validation_failed; plan_limit_exceeded where the plan holds no more monitors.
 */
export async function createMonitor(ctx: Context, given: NewMonitor) {
  const { projectId: project, kind: asked, ...rest } = given
  const { projectId, kind } = parse(input, { projectId: project, kind: asked })
  await ctx.access.require(projectId, "monitors:write")
  const draft = readDraft(kind, rest, true)
  const { values } = draft
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId)
    const present = await tx.db.monitor.count({ where: { projectId, deletedAt: null } })
    checkLimit("monitors", monitorLimit(plan), present)
    if (values.parentId !== undefined) await checkParent(tx, projectId, null, values.parentId)
    const labelIds = (await findLabels(tx, projectId, values)) ?? []
    const id = newId()
    const parentId = values.parentId ?? null
    await makeMonitors(tx, ctx, projectId, [{ id, kind, draft, parentId, labelIds }])
    return tx.db.monitor.findUniqueOrThrow({ where: { id } })
  })
}
