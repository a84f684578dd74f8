import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { Clock } from "../clock.ts"

/** How long a process may count alone after it last asked. */
const leaseMs = 2000
/** It stops this much earlier: what it has counted is stored when another process begins, even if it stalls. */
const marginMs = 1250
/** How much earlier it stops counting with others. */
const sharedMarginMs = 250
/** How long every request is counted in the shared meter after two processes have asked. */
const sharedMs = 600_000
/** How long a process may count with others before it asks again. */
const sharedAskMs = 30_000

export type Lease = {
  /** `alone`: no other process counts. `together`: others may, so each request must be counted in the shared meter. */
  mode: "alone" | "together"
  /** Changes whenever another process may have counted. */
  term: number
  /** In this process's monotonic time. */
  endsAtMs: number
  /** This process still holds what others wait for. */
  isAwaited: boolean
  /** Time until the process that counted alone until now must have stopped; 0 if none does. */
  waitMs: number
  /** PostgreSQL's clock minus this process's monotonic time. */
  aheadMs: number
}

type Row = Pick<Lease, "mode" | "term" | "isAwaited" | "waitMs"> & {
  sharedLeftMs: number
  nowMs: number
}

const isShared = "l.shared_until > now()"
const isFree = "(l.holder = $1 or l.held_until <= now())"
const ms = (interval: string) => `extract(epoch from ${interval})::float8 * 1000`

/** One row, so that its lock orders the processes. A crash of PostgreSQL ends every lease. */
const askStatement = {
  name: "ask-counting-lease",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into counting_lease as l (id, holder, held_until, asked_by, shared_until, term)
    select 1, $1::uuid, now() + interval '${leaseMs} ms', $1::uuid, '-infinity', 1 from quick
    on conflict (id) do update
       set holder = case when not ${isShared} and ${isFree} then $1 else l.holder end,
           held_until = case when not ${isShared} and ${isFree} then excluded.held_until else l.held_until end,
           asked_by = $1,
           shared_until = case
             when ${isShared} and l.asked_by = $1 or not ${isShared} and ${isFree} then l.shared_until
             else now() + interval '${sharedMs} ms' end,
           term = case when not ${isShared} and l.holder = $1 then l.term else l.term + 1 end
    returning term, case when ${isShared} then 'together' else 'alone' end as mode,
              ${isShared} and l.holder = $1 and l.held_until > now() as "isAwaited",
              case when l.holder = $1 then 0 else greatest(0, ${ms("l.held_until - now()")}) end as "waitMs",
              case when ${isShared} then ${ms("l.shared_until - now()")} else 0 end as "sharedLeftMs",
              ${ms("now()")} as "nowMs"`,
}

const releaseStatement = {
  name: "release-counting-lease",
  text: "update counting_lease set held_until = now() where holder = $1::uuid and held_until > now()",
}

/** Decides across all processes whether one of them alone may count requests, which it then does in memory. */
export function createCountingLease(pool: pg.Pool, clock: Pick<Clock, "monotonicMs">) {
  const self = randomUUID()
  return {
    async ask(): Promise<Lease> {
      const askedMs = clock.monotonicMs()
      const [row] = (await pool.query<Row>({ ...askStatement, values: [self] })).rows
      if (row === undefined) throw new Error("the statement must return a row")
      const { nowMs, sharedLeftMs, ...lease } = row
      const shownMs =
        lease.mode === "alone"
          ? leaseMs - marginMs
          : Math.min(sharedAskMs, sharedLeftMs - sharedMarginMs)
      return { ...lease, endsAtMs: askedMs + shownMs, aheadMs: nowMs - clock.monotonicMs() }
    },
    async release(): Promise<void> {
      await pool.query({ ...releaseStatement, values: [self] })
    },
  }
}
