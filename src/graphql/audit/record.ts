import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { Actor } from "../access.ts"
import { actorName } from "../access.ts"
import type { SqlTransaction } from "../transaction.ts"

type Deed = {
  projectId: string
  /** noun.past_tense, such as monitor.created. */
  action: string
  subjectId?: string
  subjectName?: string
  /** What changed, without secrets. */
  changes?: Prisma.InputJsonObject
}

/** Writes who did what, in the transaction of the deed. */
export const recordAudit = (tx: SqlTransaction, actor: Actor, deed: Deed): Promise<void> =>
  recordAuditAll(tx, actor, [deed])

/** Many deeds at once, in the order given. */
export async function recordAuditAll(
  tx: SqlTransaction,
  actor: Actor,
  deeds: Deed[],
): Promise<void> {
  const rows = deeds.map(({ projectId, action, subjectId, subjectName, changes }) => ({
    id: newId(),
    project_id: projectId,
    actor_kind: actor.kind === "anonymous" ? "system" : actor.kind,
    actor_id: actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : null,
    actor_name: actorName(actor),
    action,
    subject_id: subjectId,
    subject_name: subjectName,
    changes,
  }))
  await tx.query({
    name: "record-audit",
    text: `
      insert into audit_entry (id, project_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, changes)
      select id, project_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, changes
        from jsonb_populate_recordset(null::audit_entry, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}
