import type { SqlTransaction } from "../../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../../graphql/workspace/audit/record-account.ts"
import type { Env } from "../../platform/env.ts"

export type EndedSession = { userId: string; name: string; startedAt: Date }

/** Records sessions that the identity provider ended, and closes what they had open. */
export async function recordEnded(
  tx: SqlTransaction,
  { SSO_NAME: name }: Env,
  ended: readonly EndedSession[],
  reason: string,
): Promise<void> {
  for (const { userId, name: subjectName, startedAt } of ended) {
    await recordAccountAudit(tx, { kind: "system", name }, userId, {
      action: "account.session_ended",
      subjectId: userId,
      subjectName,
      changes: { startedAt: startedAt.toISOString(), reason },
    })
    tx.publish("access.changed", { projectId: null, userId })
  }
}
