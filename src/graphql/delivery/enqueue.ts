import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { Transaction } from "../transaction.ts"
import type { EventKind } from "./event.ts"
import { priorityOf } from "./event.ts"

type Effect = {
  projectId: string
  event: EventKind
  /** The row that the event is about. */
  subjectId: string
  /** Names the effect: whoever enqueues the same effect again adds nothing. */
  dedupeKey: string
  /** The event's data as receivers will read it, in REST names. */
  payload: Prisma.InputJsonObject
  /** Higher goes first; the event's own priority where absent. */
  priority?: number
}

/**
 * Writes an outbox row in the transaction that caused it. Its times are PostgreSQL's.
 *
 * @returns whether a row was added; false where the effect was owed before.
 */
export async function enqueue(tx: Transaction, effect: Effect): Promise<boolean> {
  const { projectId, event, subjectId, dedupeKey, payload } = effect
  const priority = effect.priority ?? priorityOf(event)
  const added = await tx.db.$executeRaw`
    insert into delivery (id, project_id, event, subject_id, target, dedupe_key, payload, priority)
    values (${newId()}::uuid, ${projectId}::uuid, ${event}, ${subjectId}::uuid, 'everyone',
            ${dedupeKey}, ${JSON.stringify(payload)}::jsonb, ${priority}::smallint)
    on conflict (dedupe_key) do nothing`
  if (added > 0) tx.publish("delivery.due", { projectId })
  return added > 0
}
