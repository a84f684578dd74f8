import type { AttemptOutcome, DeliveryState } from "../../../prisma/generated/enums.ts"
import { forwardPages } from "../../graphql/delivery/forward.ts"
import { transact } from "../../graphql/transaction.ts"
import type { Services } from "../../services.ts"

/** What became of a delivery, to be written down; each holds it by its token. */
export type Verdict = {
  id: string
  token: string
  state: Extract<DeliveryState, "pending" | "delivered" | "dead" | "cancelled">
  /** Seconds to the next attempt; null where there is none. */
  pause: number | null
  receipt: string | null
  /** True where the provider will not report any more whether it arrived. */
  isFinal: boolean
  error: string | null
  /** Null where nothing was tried. */
  attempt: {
    startedAt: Date
    durationMs: number
    outcome: AttemptOutcome
    status: number | null
  } | null
  /** The way failed so that the person's next one must not wait for its time. */
  isWayLost: boolean
}

/** @param locking how to take the deliveries, where somebody cancels one of them at this moment. */
const write = (locking: string) => `
  with told as materialized (
    select * from jsonb_to_recordset($1::jsonb)
        as told (id uuid, token uuid, state text, pause float8, receipt text, is_final boolean, error text,
                 started_at timestamptz, duration_ms int, outcome text, status smallint)
  ), channels as materialized (
    -- Always in this order, and before the deliveries: so takes them whoever changes or deletes a channel.
    select id from channel
     where id in (select channel_id from delivery join told using (id)) order by id for no key update
  ), taken as materialized (
    select count(*) as count from channels
  ), held as materialized (
    select d.id from delivery d join told using (id)
     where (select count from taken) >= 0
       and d.lease_token = told.token and d.state in ('pending', 'cancelled')
       for no key update of d ${locking}
  ), done as (
    update delivery d
       set state = case when d.state = 'cancelled' and told.state = 'pending' then 'cancelled'
                        else told.state end::delivery_state,
           attempts = d.attempts + (told.outcome is not null)::int,
           tries = d.tries + (told.outcome is not null)::int,
           last_error = told.error,
           receipt = coalesce(told.receipt, d.receipt),
           confirmed_at = case when told.state = 'delivered' and told.is_final then now() end,
           settled_at = case when told.state <> 'pending' then now() end,
           due_at = case when told.state = 'pending'
                         then date_trunc('milliseconds', now() + make_interval(secs => told.pause))
                         else d.due_at end,
           lease_token = null, lease_until = null
      from told join held using (id) where d.id = told.id
    returning d.id, d.attempts, d.channel_id
  ), written as (
    insert into delivery_attempt
           (delivery_id, number, started_at, duration_ms, outcome, response_status, error)
    select id, attempts, started_at, duration_ms, outcome::attempt_outcome, status, error
      from done join told using (id) where outcome is not null
  ), health as (
    update channel c
       set last_delivered_at = case when last.error is null then now() else c.last_delivered_at end,
           last_error = last.error
      from (select distinct on (channel_id) channel_id, error
              from done join told using (id)
             where channel_id is not null and outcome is not null
             order by channel_id, started_at desc) last
     where c.id = last.channel_id
       -- To the second it interests nobody, and a busy channel is not written each time.
       and (last.error is distinct from c.last_error or c.last_delivered_at is null
            or (last.error is null and c.last_delivered_at < now() - interval '10 seconds'))
  )
  select id from done`

const writeTogether = write("skip locked")
const writeAlone = write("")

type Stores = Pick<Services, "database" | "bus">

/**
 * Writes down what became of deliveries, with all that follows from it: attempts, the health of channels, and the
 * next way of a page whose way is lost. Answers of each whether it was ours to settle.
 */
export async function settleAll(services: Stores, verdicts: Verdict[]): Promise<boolean[]> {
  const settled = await settle(services, writeTogether, verdicts)
  const answers: boolean[] = []
  for (const verdict of verdicts) {
    // Whoever cancels pages holds several: alone, a delivery is waited for without holding another.
    const isOurs =
      settled.has(verdict.id) || (await settle(services, writeAlone, [verdict])).has(verdict.id)
    answers.push(isOurs)
  }
  return answers
}

async function settle(
  services: Stores,
  text: string,
  verdicts: Verdict[],
): Promise<ReadonlySet<string>> {
  const told = JSON.stringify(verdicts.map((verdict) => rowOf(verdict)))
  const lost = verdicts.filter(({ isWayLost }) => isWayLost).map(({ id }) => id)
  const rows = await (lost.length === 0
    ? settleOnly(services, text, told)
    : settleLost(services, text, told, lost))
  return new Set(rows.map(({ id }) => id))
}

type Settled = { id: string }

async function settleOnly({ database }: Stores, text: string, told: string): Promise<Settled[]> {
  const name = text === writeTogether ? "settle together" : "settle alone"
  return (await database.pool.query<Settled>({ name, text, values: [told] })).rows
}

const settleLost = (services: Stores, text: string, told: string, lost: string[]) =>
  transact(services, async (tx) => {
    const rows = await tx.db.$queryRawUnsafe<Settled[]>(text, told)
    const ours = rows.filter(({ id }) => lost.includes(id)).map(({ id }) => id)
    await forwardPages(tx, ours)
    return rows
  })

const rowOf = ({ attempt, isFinal, error, receipt, ...verdict }: Verdict) => ({
  id: verdict.id,
  token: verdict.token,
  state: verdict.state,
  pause: verdict.pause,
  receipt: receipt === null ? null : clean(receipt).slice(0, 500),
  is_final: isFinal,
  error: error === null ? null : clean(error),
  started_at: attempt?.startedAt ?? null,
  duration_ms: attempt?.durationMs ?? null,
  outcome: attempt?.outcome ?? null,
  status: attempt?.status ?? null,
})

/** PostgreSQL's text knows no NUL, and a provider's words may be long. */
const clean = (text: string): string => text.slice(0, 2000).replaceAll("\u0000", "\uFFFD")
