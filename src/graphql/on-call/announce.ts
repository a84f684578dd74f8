import type { Actor } from "../access.ts"
import { recordAudit } from "../audit/record.ts"
import type { Transaction } from "../transaction.ts"

type Deed = Parameters<typeof recordAudit>[2]

/** Tells of a change to who is on call: the audit log, and whoever watches. */
export async function announceOnCall(tx: Transaction, actor: Actor, deed: Deed): Promise<void> {
  await recordAudit(tx, actor, deed)
  tx.publish("on_call.changed", { projectId: deed.projectId })
}

/** Has the clock look at these rotations again: who is on call may be another person now. */
export async function lookAgain({ db }: Transaction, rotationIds: string[]): Promise<void> {
  if (rotationIds.length === 0) return
  await db.$executeRaw`update rotation set look_at = now() where id = any(${rotationIds}::uuid[])`
}

/** Somebody joined or left: turns may be gaps now, or shifts again. */
export async function announceMembers(tx: Transaction, projectId: string): Promise<void> {
  await tx.db.$executeRaw`update rotation set look_at = now() where project_id = ${projectId}::uuid`
  tx.publish("on_call.changed", { projectId })
}
