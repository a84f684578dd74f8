import type { Actor } from "../../kernel/access.ts"
import { recordAudit, type AuditSubject } from "../../workspace/audit/record-audit.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** Record a change of who is on call in the audit log and publish it to subscribers. */
export async function announceOnCall(
  tx: Transaction,
  actor: Actor,
  action: string,
  subject: AuditSubject,
  changes?: Prisma.InputJsonObject,
): Promise<void> {
  await recordAudit(tx, actor, action, subject, changes)
  tx.publish("on_call.changed", { projectId: subject.projectId })
}

/** Schedule these rotations for a check of who is on call. */
export async function recheckRotations({ db }: Transaction, rotationIds: string[]): Promise<void> {
  if (rotationIds.length === 0) return
  await db.$executeRaw`update rotation set recheck_at = now() where id = any(${rotationIds}::uuid[])`
}

/** Recheck all rotations after somebody joined or left, which may create or fill gaps. */
export async function announceMembers(tx: Transaction, projectId: string): Promise<void> {
  await tx.db
    .$executeRaw`update rotation set recheck_at = now() where project_id = ${projectId}::uuid`
  tx.publish("on_call.changed", { projectId })
}
