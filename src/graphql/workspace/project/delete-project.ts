import { writeFindings } from "../../../findings/finding.ts"
import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { lockProject } from "./lock-project.ts"

const input = z.object({ id, name: text(200) })

/**
 * Deletes a project permanently with everything in it; the caller must repeat its name. It is gone for everybody at
 * once; a job deletes its rows in batches (purge-projects.ts).
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
    await tx.db.$executeRaw`update project set deleted_at = now() where id = ${projectId}::uuid`
    await stopChecks(tx, projectId)
    await stopMessages(tx, projectId)
    await removeAccess(tx, projectId)
    // The telemetry store has no part in this transaction: a job deletes from it later.
    await tx.db.telemetryDeletion.create({ data: { projectId } })
    tx.publish("access.changed", { projectId, userId: null })
  })
  // Its audit log is deleted with it, so the deletion is logged here.
  ctx.log.info({ projectId, actor: ctx.actor.kind }, "project deleted")
  ctx.access.clear()
  return projectId
}

async function stopChecks(tx: Transaction, projectId: string): Promise<void> {
  const monitors = await tx.db.$queryRaw<{ id: string }[]>`
    update monitor set deleted_at = now() where project_id = ${projectId}::uuid and deleted_at is null
    returning id`
  for (const { id } of monitors) tx.publish("monitor.changed", { projectId, monitorId: id })
}

const deleted = writeFindings([{ code: "project_deleted", parameters: {} }])

/** New ones are not added to the outbox from now on. */
async function stopMessages({ db }: Transaction, projectId: string): Promise<void> {
  await db.$executeRaw`
    update escalation set state = 'ended', ended_at = now()
     where project_id = ${projectId}::uuid and state in ('active', 'joined')`
  await db.$executeRaw`
    update delivery set state = 'cancelled', settled_at = now(), last_error = '', last_findings = ${deleted}::jsonb
     where project_id = ${projectId}::uuid and state = 'pending'`
}

/** Memberships, invitations, links and addresses of pages; keys are refused because of the project. */
async function removeAccess(tx: Transaction, projectId: string): Promise<void> {
  const where = { projectId }
  await tx.db.member.deleteMany({ where })
  await tx.db.invitation.deleteMany({ where })
  await tx.db.onCallFeed.deleteMany({ where })
  await tx.db.alertShare.deleteMany({ where: { alert: where } })
  await tx.db.statusPageDomain.deleteMany({ where: { page: where } })
  const pages = await tx.db.$queryRaw<{ id: string }[]>`
    update status_page set slug = id::text, is_public = false where project_id = ${projectId}::uuid returning id`
  for (const { id } of pages) tx.publish("status_page.changed", { projectId, statusPageId: id })
}
