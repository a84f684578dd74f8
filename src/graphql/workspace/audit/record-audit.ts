import { newId } from "../../../platform/id.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import type { Actor, Via } from "../../kernel/access.ts"
import { actorName } from "../../kernel/access.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

type AuditAction = {
  projectId: string
  /** noun.past_tense, such as monitor.created. */
  action: string
  subjectId?: string
  subjectName?: string
  /** What changed, without secrets. */
  changes?: Prisma.InputJsonObject
}

const columns =
  "id, project_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, changes, via"

/** Writes an audit entry in the transaction of the action. */
export const recordAudit = (tx: SqlTransaction, actor: Actor, action: AuditAction): Promise<void> =>
  recordAuditAll(tx, actor, [action])

/** Writes several entries, in the given order. */
export async function recordAuditAll(
  tx: SqlTransaction,
  actor: Actor,
  entries: AuditAction[],
): Promise<void> {
  const rows = entries.map(({ projectId, action, subjectId, subjectName, changes }) => ({
    id: newId(),
    project_id: projectId,
    actor_kind: kindOf(actor),
    actor_id: idOf(actor),
    actor_name: actorName(actor),
    action,
    subject_id: subjectId,
    subject_name: subjectName,
    changes,
    via: viaOf(actor),
  }))
  await tx.query({
    name: "record-audit",
    text: `
      insert into audit_entry (${columns})
      select ${columns} from jsonb_populate_recordset(null::audit_entry, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}

/**
 * The same as part of the statement that makes the change, for frequent actions. `subjects` yields the changed rows
 * with "id", "projectId" and "name"; `first` is the number of the first parameter of `auditValues`.
 */
export function auditPart(subjects: string, first: number): string {
  const [id, kind, actorId, name, action, changes, via] = Array.from(
    { length: 7 },
    (_, at) => `$${first + at}`,
  )
  return `
    insert into audit_entry (${columns})
    select ${id}::uuid, "projectId", ${kind}::actor_kind, ${actorId}::uuid, ${name}::text, ${action}::text,
           id, name, ${changes}::jsonb, ${via}::jsonb
      from ${subjects}`
}

export function auditValues(
  actor: Actor,
  { action, changes }: Pick<AuditAction, "action" | "changes">,
) {
  const via = viaOf(actor)
  return [
    newId(),
    kindOf(actor),
    idOf(actor),
    actorName(actor),
    action,
    changes === undefined ? null : JSON.stringify(changes),
    via === null ? null : JSON.stringify(via),
  ]
}

const kindOf = ({ kind }: Actor) => (kind === "anonymous" ? "system" : kind)

const idOf = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : null

const viaOf = (actor: Actor): Via | null =>
  actor.kind === "key" || actor.kind === "user" ? (actor.via ?? null) : null
