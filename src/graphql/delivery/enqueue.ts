import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { SqlTransaction } from "../transaction.ts"
import type { EventKind } from "./event.ts"
import { priorityOf } from "./event.ts"

export type Effect = {
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
export async function enqueue(tx: SqlTransaction, effect: Effect): Promise<boolean> {
  return (await enqueueAll(tx, [effect])) > 0
}

/** Many effects in one statement, owed in the order given. Answers how many rows were added. */
export async function enqueueAll(tx: SqlTransaction, effects: Effect[]): Promise<number> {
  if (effects.length === 0) return 0
  const rows = effects.map(({ projectId, event, subjectId, dedupeKey, payload, priority }) => ({
    id: newId(),
    project_id: projectId,
    event,
    subject_id: subjectId,
    target: "everyone",
    dedupe_key: dedupeKey,
    payload,
    priority: priority ?? priorityOf(event),
  }))
  const added = await tx.query<{ projectId: string }>({
    name: "enqueue",
    text: `
      insert into delivery (id, project_id, event, subject_id, target, dedupe_key, payload, priority)
      select id, project_id, event, subject_id, target, dedupe_key, payload, priority
        from jsonb_populate_recordset(null::delivery, $1::jsonb)
      on conflict (dedupe_key) do nothing
      returning project_id as "projectId"`,
    values: [JSON.stringify(rows)],
  })
  for (const projectId of new Set(added.map((row) => row.projectId))) {
    tx.publish("delivery.due", { projectId, lane: "event" })
  }
  return added.length
}
