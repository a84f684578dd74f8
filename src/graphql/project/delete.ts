import { z } from "zod"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse, text } from "../input.ts"
import { transact } from "../transaction.ts"
import { lockProject } from "./lock.ts"

const input = z.object({ id, name: text(200) })

/**
 * Deletes a project with everything in it; nothing brings it back, so its name has to be typed.
 *
 * @throws {DomainError} validation_failed where `name` is not the project's.
 */
export async function deleteProject(ctx: Context, given: z.input<typeof input>): Promise<string> {
  const { id: projectId, name } = parse(input, given)
  await ctx.access.require(projectId, "project:delete")
  await transact(ctx, async (tx) => {
    // A recorder takes states first and the project second; in the same order nobody waits in a circle.
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
    for (const monitor of monitors) {
      tx.publish("monitor.changed", { projectId, monitorId: monitor.id })
    }
    tx.publish("access.changed", { projectId, userId: null })
  })
  // Its audit log went with it, so the deed is told here.
  ctx.log.info({ projectId, actor: ctx.actor.kind }, "project deleted")
  ctx.access.forget()
  return projectId
}
