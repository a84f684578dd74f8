import type { AttemptOutcome, DeliveryState } from "../../../prisma/generated/enums.ts"
import { forwardPages } from "../../graphql/delivery/forward.ts"
import type { Statement } from "../../graphql/transaction.ts"
import { query, transactSql } from "../../graphql/transaction.ts"
import type { Services } from "../../services.ts"

/** What became of a delivery, to be written down; each holds it by its token. */
export type Verdict = {
  id: string
  token: string
  /** As it was claimed; its health follows. */
  channelId: string | null
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
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::text[], $7::boolean[],
                         $8::text[], $9::timestamptz[], $10::int[], $11::text[], $12::smallint[])
        as told (id, token, channel_id, state, pause, receipt, is_final, error, started_at, duration_ms, outcome,
                 status)
  ), last as materialized (
    select distinct on (channel_id) channel_id, error from told
     where channel_id is not null and outcome is not null order by channel_id, started_at desc
  ), channels as materialized (
    -- Always in this order, and before the deliveries: so takes them whoever changes or deletes a channel.
    select c.id from last join channel c on c.id = last.channel_id
       -- To the second it interests nobody, and a busy channel is not written each time.
     where last.error is distinct from c.last_error or c.last_delivered_at is null
           or (last.error is null and c.last_delivered_at < now() - interval '10 seconds')
     order by c.id for no key update of c
  ), taken as materialized (
    select count(*) as count from channels
  ), held as materialized (
    select told.* from told join delivery d using (id)
     where (select count from taken) >= 0 and d.state in ('pending', 'cancelled')
       for no key update of d ${locking}
  ), freed as (
    delete from delivery_lease l using held
     where l.delivery_id = held.id and l.token = held.token returning held.*
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
                         else d.due_at end
      from freed told where d.id = told.id
    returning d.id, d.attempts, d.channel_id, told.started_at, told.duration_ms, told.outcome, told.status, told.error
  ), written as (
    insert into delivery_attempt
           (delivery_id, number, started_at, duration_ms, outcome, response_status, error)
    select id, attempts, started_at, duration_ms, outcome::attempt_outcome, status, error
      from done where outcome is not null
  ), health as (
    update channel c
       set last_delivered_at = case when last.error is null then now() else c.last_delivered_at end,
           last_error = last.error
      from (select distinct on (channel_id) channel_id, error
              from done join channels on channels.id = done.channel_id
             where outcome is not null
             order by channel_id, started_at desc) last
     where c.id = last.channel_id
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
  const name = text === writeTogether ? "settle together" : "settle alone"
  const statement = { name, text, values: columnsOf(verdicts) }
  const lost = new Set(verdicts.filter(({ isWayLost }) => isWayLost).map(({ id }) => id))
  const rows = await (lost.size === 0
    ? query<Settled>(services, statement)
    : transactSql(services, async (tx) => {
        const ours = await tx.query<Settled>(statement)
        await forwardPages(
          tx,
          ours.flatMap(({ id }) => (lost.has(id) ? [id] : [])),
        )
        return ours
      }))
  return new Set(rows.map(({ id }) => id))
}

type Settled = { id: string }

/** A column each, which PostgreSQL reads in a third of the time that rows of JSON take. */
const columnsOf = (verdicts: Verdict[]): Statement["values"] => [
  verdicts.map(({ id }) => id),
  verdicts.map(({ token }) => token),
  verdicts.map(({ channelId }) => channelId),
  verdicts.map(({ state }) => state),
  verdicts.map(({ pause }) => pause),
  verdicts.map(({ receipt }) => (receipt === null ? null : clean(receipt).slice(0, 500))),
  verdicts.map(({ isFinal }) => isFinal),
  verdicts.map(({ error }) => (error === null ? null : clean(error))),
  verdicts.map(({ attempt }) => attempt?.startedAt ?? null),
  verdicts.map(({ attempt }) => attempt?.durationMs ?? null),
  verdicts.map(({ attempt }) => attempt?.outcome ?? null),
  verdicts.map(({ attempt }) => attempt?.status ?? null),
]

/** PostgreSQL's text knows no NUL, and a provider's words may be long. */
const clean = (text: string): string => text.slice(0, 2000).replaceAll("\u0000", "\uFFFD")
