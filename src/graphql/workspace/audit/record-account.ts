import type { Prisma } from "../../../platform/postgres.ts"
import type { Actor } from "../../kernel/access.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { recordAuditAll, type AuditSubject } from "./record-audit.ts"

/**
 * Writes an entry about a person's account, which belongs to no project, into the audit log of each project that the
 * person is a member of.
 */
export async function recordAccountAudit(
  tx: SqlTransaction,
  actor: Actor,
  userId: string,
  action: string,
  { id, name }: Pick<AuditSubject, "id" | "name">,
  changes?: Prisma.InputJsonObject,
): Promise<void> {
  const projects = await tx.query<{ projectId: string }>({
    name: "projects-of-person",
    text: `select project_id as "projectId" from member where user_id = $1::uuid order by project_id`,
    values: [userId],
  })
  if (projects.length === 0) return
  await recordAuditAll(
    tx,
    actor,
    projects.map(({ projectId }) => ({
      projectId,
      action,
      subjectId: id,
      subjectName: name,
      changes,
    })),
  )
}
