import { setTimeout as sleep } from "node:timers/promises"
import type { Clock } from "./clock.ts"
import type { Log } from "./log.ts"
import type { Database } from "./postgres.ts"

/** How long a read waits for the replica to catch up; then it uses the primary. */
const waitMs = 100
const pollMs = 10
/** After a replica was late or failed, the primary is used for this long. */
const restMs = 2000

/** Runs reads of whole pages and of history. */
export type Read = <T>(work: (database: Database) => Promise<T>) => Promise<T>

/**
 * Reads from a replica, but never an older state than the primary had when the read began: what a page shows after a
 * change includes the change. The primary is used while the replica is late or gone, and the replica as it is while
 * the primary is gone.
 */
export function readFromReplica(
  primary: Database,
  replica: Database,
  { clock, log }: { clock: Clock; log: Log },
): Read {
  let restsUntilMs = 0

  /** Whether the replica has everything that was written until now. */
  async function isCaughtUp(): Promise<boolean> {
    const position = await positionOf(primary).catch(() => null)
    if (position === null) return true
    const endsAtMs = clock.monotonicMs() + waitMs
    for (;;) {
      const { rows } = await replica.pool.query<{ isThere: boolean }>(
        `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn else false end as "isThere"`,
        [position],
      )
      if (rows[0]?.isThere === true) return true
      if (clock.monotonicMs() > endsAtMs) return false
      await sleep(pollMs)
    }
  }

  const rest = (why: object) => {
    restsUntilMs = clock.monotonicMs() + restMs
    log.debug(why, "the read replica is not used for a moment")
  }

  return async (work) => {
    if (clock.monotonicMs() < restsUntilMs) return work(primary)
    try {
      if (await isCaughtUp()) return await work(replica)
      rest({ isLate: true })
    } catch (err) {
      // Also if the replica cancels a statement that is in the way of what it replays.
      const result = await work(primary)
      rest({ err })
      return result
    }
    return work(primary)
  }
}

async function positionOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ position: string }>(
    "select pg_current_wal_lsn()::text as position",
  )
  const [row] = rows
  if (row === undefined) throw new Error("a statement without a table always has a row")
  return row.position
}
