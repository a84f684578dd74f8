import type { KeyClass } from "../../../../prisma/generated/enums.ts"
import { newId } from "../../../platform/id.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { actorName, type Actor, type Via } from "../../kernel/access.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

export type AuditAction = {
  projectId: string
  /** noun.past_tense, such as monitor.created. */
  action: string
  subjectId?: string | undefined
  subjectName?: string | undefined
  /** What changed, without secrets. */
  changes?: Prisma.InputJsonObject | undefined
}

export const auditColumns =
  "id, project_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, changes, via, key_class"

/** What an entry is about: a row of the project with a name or a title. */
export type AuditSubject = { projectId: string; id?: string; name?: string; title?: string }

/** Writes an audit entry in the transaction of the action. */
export const recordAudit = (
  tx: SqlTransaction,
  actor: Actor,
  action: string,
  subject: AuditSubject,
  changes?: Prisma.InputJsonObject,
): Promise<void> => recordAuditOf(tx, actor, action, [subject], changes)

/** The same for several subjects. */
export const recordAuditOf = (
  tx: SqlTransaction,
  actor: Actor,
  action: string,
  subjects: readonly AuditSubject[],
  changes?: Prisma.InputJsonObject,
): Promise<void> =>
  recordAuditAll(
    tx,
    actor,
    subjects.map(({ projectId, id, title, name = title }) => ({
      projectId,
      action,
      subjectId: id,
      subjectName: name,
      changes,
    })),
  )

/** Writes several entries, in the given order. */
export async function recordAuditAll(
  tx: SqlTransaction,
  actor: Actor,
  entries: AuditAction[],
): Promise<void> {
  const rows = entries.map((entry) => auditRow(actor, entry))
  await tx.query({
    name: "record-audit",
    text: `
      insert into audit_entry (${auditColumns})
      select ${auditColumns} from jsonb_populate_recordset(null::audit_entry, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}

/** A new entry as a row of the table. */
export const auditRow = (
  actor: Actor,
  { projectId, action, subjectId, subjectName, changes }: AuditAction,
) => ({
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
  key_class: classOf(actor),
})

/**
 * The same as part of the statement that makes the change, for frequent actions. `subjects` yields the changed rows
 * with "id", "projectId" and "name"; `first` is the number of the first parameter of `auditValues`.
 */
export function auditPart(subjects: string, first: number): string {
  const [id, kind, actorId, name, action, changes, via, keyClass] = Array.from(
    { length: 8 },
    (_, at) => `$${first + at}`,
  )
  return `
    insert into audit_entry (${auditColumns})
    select ${id}::uuid, "projectId", ${kind}::actor_kind, ${actorId}::uuid, ${name}::text, ${action}::text,
           id, name, ${changes}::jsonb, ${via}::jsonb, ${keyClass}::key_class
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
    classOf(actor),
  ]
}

const kindOf = ({ kind }: Actor) => (kind === "anonymous" ? "system" : kind)

const idOf = (actor: Actor): string | null =>
  actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : null

const classOf = (actor: Actor): KeyClass | null =>
  actor.kind === "key" ? (actor.keyClass ?? null) : null

const viaOf = (actor: Actor): Via | null =>
  actor.kind === "key" || actor.kind === "user" ? (actor.via ?? null) : null
