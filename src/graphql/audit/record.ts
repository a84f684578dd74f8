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

const columns =
  "id, project_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, changes"

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
    actor_kind: kindOf(actor),
    actor_id: idOf(actor),
    actor_name: actorName(actor),
    action,
    subject_id: subjectId,
    subject_name: subjectName,
    changes,
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
 * The same as a part of the statement that does the deed, for what is done often. `subjects` are what it was done to,
 * with "id", "projectId" and "name"; `first` is the number of the first of the values of `auditValues`.
 */
export function auditPart(subjects: string, first: number): string {
  const [id, kind, actorId, name, action, changes] = Array.from(
    { length: 6 },
    (_, at) => `$${first + at}`,
  )
  return `
    insert into audit_entry (${columns})
    select ${id}::uuid, "projectId", ${kind}::actor_kind, ${actorId}::uuid, ${name}::text, ${action}::text,
           id, name, ${changes}::jsonb
      from ${subjects}`
}

export const auditValues = (
  actor: Actor,
  { action, changes }: Pick<Deed, "action" | "changes">,
) => [
  newId(),
  kindOf(actor),
  idOf(actor),
  actorName(actor),
  action,
  changes === undefined ? null : JSON.stringify(changes),
]

const kindOf = ({ kind }: Actor) => (kind === "anonymous" ? "system" : kind)

const idOf = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : null
