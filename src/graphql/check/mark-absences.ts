import type { Services } from "../../services.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { noRuns, overdueAfterSql } from "./absence.ts"
import { leaveUnseen } from "./decide.ts"
import { lockStates } from "./lock-states.ts"
import { tell } from "./tell.ts"

/** Monitors of one transaction. */
const portion = 500

/**
 * Marks what nobody looks at any more as unknown, from the moment at which the next check was due; the first check
 * after that says how it is. Marking twice changes nothing, and no page comes of it.
 *
 * @returns how many monitors were marked.
 */
export async function markAbsences(
  services: Pick<Services, "database" | "bus">,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let marked = 0
  while (!isStopping()) {
    const ids = await findOverdue(services)
    const count = ids.length === 0 ? 0 : await transact(services, (tx) => mark(tx, ids))
    marked += count
    // What was found and could not be marked has been looked at meanwhile.
    if (count === 0 || ids.length < portion) break
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
            limit ${portion}`,
    values: [noRuns],
  })
  return rows.map(({ id }) => id)
}

async function mark(tx: Transaction, ids: string[]): Promise<number> {
  const states = [...(await lockStates(tx, ids)).values()]
  const before = new Map(states.map((state) => [state, state.machine]))
  await tell(
    tx,
    states.flatMap((state) => leaveUnseen(state, state.now, false)),
  )
  const gone = states.filter((state) => state.machine !== before.get(state))
  await tx.db.$executeRawUnsafe(
    `update monitor_state s
        set status = row.status::monitor_status, status_since = row.since::timestamptz, machine = row.machine::jsonb
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as row (id, status, since, machine)
      where s.monitor_id = row.id`,
    gone.map(({ monitorId }) => monitorId),
    gone.map(({ status }) => status),
    gone.map(({ statusSince }) => statusSince.toISOString()),
    gone.map(({ machine }) => JSON.stringify(machine)),
  )
  return gone.length
}
