import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { Actor } from "../access.ts"
import { actorName } from "../access.ts"
import type { Transaction } from "../transaction.ts"

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
export const recordAudit = (tx: Transaction, actor: Actor, deed: Deed): Promise<void> =>
  recordAuditAll(tx, actor, [deed])

/** Many deeds at once, in the order given. */
export async function recordAuditAll(
  { db }: Transaction,
  actor: Actor,
  deeds: Deed[],
): Promise<void> {
  await db.auditEntry.createMany({
    data: deeds.map((deed) => ({
      id: newId(),
      actorKind: actor.kind === "anonymous" ? "system" : actor.kind,
      actorId: actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : null,
      actorName: actorName(actor),
      ...deed,
    })),
  })
}
