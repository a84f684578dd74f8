import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { transact } from "../../kernel/transaction.ts"
import { lockProject } from "./lock-project.ts"

const input = z.object({ id, name: text(200) })

/**
 * Deletes a project permanently with everything in it; the caller must repeat its name.
 *
 * @throws {DomainError} validation_failed if `name` is not the project's.
 */
export async function deleteProject(ctx: Context, given: z.input<typeof input>): Promise<string> {
  const { id: projectId, name } = parse(input, given)
  await ctx.access.require(projectId, "project:delete")
  await transact(ctx, async (tx) => {
    // Recording checks locks states first and the project second; the same order here prevents deadlocks.
    await tx.db.$executeRaw`
      select 1 from monitor_state s join monitor m on m.id = s.monitor_id
       where m.project_id = ${projectId}::uuid order by s.monitor_id for update of s`
    await lockProject(tx, projectId)
    const project = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
    if (project.name !== name) {
      throw invalid("#/name", "must be the project's name, written exactly as it is")
    }
    const monitors = await tx.db.monitor.findMany({ where: { projectId }, select: { id: true } })
    // Incidents and alerts hold on to their states, which would go first by the project's cascade.
    await tx.db.alert.deleteMany({ where: { projectId } })
    await tx.db.incident.deleteMany({ where: { projectId } })
    await tx.db.project.delete({ where: { id: projectId } })
    // The telemetry store has no part in this transaction: a job deletes from it later.
    await tx.db.telemetryDeletion.create({ data: { projectId } })
    for (const monitor of monitors) {
      tx.publish("monitor.changed", { projectId, monitorId: monitor.id })
    }
    tx.publish("access.changed", { projectId, userId: null })
  })
  // Its audit log is deleted with it, so the deletion is logged here.
  ctx.log.info({ projectId, actor: ctx.actor.kind }, "project deleted")
  ctx.access.clear()
  return projectId
}
