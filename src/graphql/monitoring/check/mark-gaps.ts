import type { Services } from "../../../platform/services.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { noRuns, overdueAfterSql } from "./rules/gap.ts"
import { recordGap } from "./decide-check.ts"
import { lockStates } from "./lock-states.ts"
import { storeDecisions } from "./announce-check.ts"

/** Monitors per transaction. */
const batchSize = 500

/**
 * Mark monitors that are no longer checked as unknown, from when the next check was due; the first check after that
 * sets the status again. Marking twice changes nothing, and nobody is paged.
 *
 * @returns how many monitors were marked.
 */
export async function markGaps(
  services: Pick<Services, "database" | "bus">,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let marked = 0
  while (!isStopping()) {
    const ids = await findOverdue(services)
    const count = ids.length === 0 ? 0 : await transact(services, (tx) => mark(tx, ids))
    marked += count
    // Monitors that were found but not marked have been checked in the meantime.
    if (count === 0 || ids.length < batchSize) break
  }
  return marked
}

async function findOverdue({ database: { pool } }: Pick<Services, "database">): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "overdue",
    text: `select m.id from monitor_state s join monitor m on m.id = s.monitor_id
            where s.last_check_at is not null and m.deleted_at is null and m.paused_at is null
              and greatest(s.last_check_at, m.updated_at, m.watched_since) + ${overdueAfterSql} < now()
              and (s.status <> 'unknown' or coalesce(s.machine -> 'runs', $1) <> $1::jsonb)
            limit ${batchSize}`,
    values: [noRuns],
  })
  return rows.map(({ id }) => id)
}

async function mark(tx: Transaction, ids: string[]): Promise<number> {
  const states = [...(await lockStates(tx, ids)).values()]
  const before = new Map(states.map((state) => [state, state.machine]))
  await storeDecisions(
    tx,
    states.flatMap((state) => recordGap(state, state.now, false)),
  )
  const marked = states.filter((state) => state.machine !== before.get(state))
  await tx.db.$executeRawUnsafe(
    `update monitor_state s
        set status = row.status::monitor_status, status_since = row.since::timestamptz, machine = row.machine::jsonb
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as row (id, status, since, machine)
      where s.monitor_id = row.id`,
    marked.map(({ monitorId }) => monitorId),
    marked.map(({ status }) => status),
    marked.map(({ statusSince }) => statusSince.toISOString()),
    marked.map(({ machine }) => JSON.stringify(machine)),
  )
  return marked.length
}
