import type { Actor } from "../../kernel/access.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { recordAccountAudit } from "../audit/record-account.ts"

export type EndedSession = { userId: string; name: string; startedAt: Date }

/** Ends all sessions of a person, and no longer trusts their devices. */
export async function endSessions(
  tx: SqlTransaction,
  actor: Actor,
  { id, name }: { id: string; name: string },
  reason: string,
): Promise<void> {
  const ended = await tx.query<{ startedAt: Date }>({
    name: "end-sessions-of-person",
    text: `delete from session where user_id = $1::uuid returning created_at as "startedAt"`,
    values: [id],
  })
  await forgetDevices(tx, id)
  const all = ended.map(({ startedAt }) => ({ userId: id, name, startedAt }))
  await recordEnded(tx, actor, all, reason)
  tx.publish("access.changed", { projectId: null, userId: id })
}

/** Devices that may leave out the one-time code. */
export async function forgetDevices(tx: SqlTransaction, userId: string): Promise<void> {
  await tx.query({
    name: "forget-devices",
    text: "delete from verification where value = $1 and identifier like 'trust-device-%'",
    values: [userId],
  })
}

/** Records sessions that were ended, and closes what they had open. */
export async function recordEnded(
  tx: SqlTransaction,
  actor: Actor,
  ended: readonly EndedSession[],
  reason: string,
): Promise<void> {
  for (const { userId, name, startedAt } of ended) {
    const action = "account.session_ended"
    const changes = { startedAt: startedAt.toISOString(), reason }
    await recordAccountAudit(tx, actor, userId, action, { id: userId, name }, changes)
    tx.publish("access.changed", { projectId: null, userId })
  }
}
