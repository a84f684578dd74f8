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

const query = `
  with told as materialized (
    select * from jsonb_to_recordset($1::jsonb)
        as told (id uuid, token uuid, state text, pause float8, receipt text, is_final boolean, error text,
                 started_at timestamptz, duration_ms int, outcome text, status smallint)
  ), channels as materialized (
    -- Always in this order, and before the deliveries: so takes them whoever changes or deletes a channel.
    select id from channel
     where id in (select channel_id from delivery join told using (id)) order by id for no key update
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
      from told, (select count(*) from channels) held
     where d.id = told.id and d.lease_token = told.token and d.state in ('pending', 'cancelled')
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
  )
  select id from done`

/**
 * Writes down what became of deliveries, with all that follows from it: attempts, the health of channels, and the
 * next way of a page whose way is lost. Answers of each whether it was ours to settle.
 */
export async function settleAll(
  services: Pick<Services, "database" | "bus">,
  verdicts: Verdict[],
): Promise<boolean[]> {
  const told = JSON.stringify(verdicts.map((verdict) => rowOf(verdict)))
  const lost = verdicts.filter(({ isWayLost }) => isWayLost).map(({ id }) => id)
  const rows =
    lost.length === 0 ? await settle(services, told) : await settleLost(services, told, lost)
  const settled = new Set(rows.map(({ id }) => id))
  return verdicts.map(({ id }) => settled.has(id))
}

type Settled = { id: string }

async function settle({ database }: Pick<Services, "database">, told: string): Promise<Settled[]> {
  const statement = { name: "lane settle", text: query, values: [told] }
  return (await database.pool.query<Settled>(statement)).rows
}

const settleLost = (services: Pick<Services, "database" | "bus">, told: string, lost: string[]) =>
  transact(services, async (tx) => {
    const rows = await tx.db.$queryRawUnsafe<Settled[]>(query, told)
    await forwardPages(tx, lost)
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
