import { writeFindings, type Finding } from "../../findings/finding.ts"
import type {
  AttemptOutcome,
  DeliveryQueue,
  DeliveryState,
} from "../../../prisma/generated/enums.ts"
import { pauseAfter, schedules } from "../../graphql/delivery/log/rules/delivery-schedule.ts"
import type { Statement } from "../../graphql/kernel/transaction.ts"

/** The outcome of an attempt, stored only while its token is current. */
export type Settlement = {
  id: string
  token: string
  /** The channel as it was claimed, whose health follows; null for other targets. */
  channelId: string | null
  state: Extract<DeliveryState, "pending" | "delivered" | "dead" | "cancelled">
  /** Seconds to the next attempt; null if there is none. */
  pause: number | null
  receipt: string | null
  /** Whether the provider's answer shows that it was delivered. */
  isConfirmed: boolean
  /** Why it failed; null if it did not. */
  finding: Finding | null
  /** Null if nothing was attempted. */
  attempt: {
    startedAt: Date
    durationMs: number
    outcome: AttemptOutcome
    status: number | null
    responseHeaders: string | null
    responseBody: string | null
  } | null
}

/**
 * Retry on the queue's schedule, or give up after its last attempt.
 *
 * @param tries attempts before this one.
 * @param retryAfter seconds that the receiver asked to wait; null if it did not.
 */
export function afterFailure(
  queue: Exclude<DeliveryQueue, "event">,
  tries: number,
  retryAfter: number | null,
): Pick<Settlement, "state" | "pause"> {
  const pause = pauseAfter(schedules[queue], tries + 1, retryAfter, Math.random)
  return { state: pause === null ? "dead" : "pending", pause }
}

/** @param locking the locking clause, which decides about deliveries that are being cancelled. */
const write = (locking: string) => `
  with result as materialized (
    select *, case when findings is not null then '' end as error from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::text[], $7::boolean[],
                         $8::jsonb[], $9::timestamptz[], $10::int[], $11::text[], $12::smallint[], $13::text[],
                         $14::text[])
        as result (id, token, channel_id, state, pause, receipt, is_confirmed, findings, started_at, duration_ms, outcome,
                 status, headers, body)
  ), last as materialized (
    select distinct on (channel_id) channel_id, error, findings from result
     where channel_id is not null and outcome is not null order by channel_id, started_at desc
  ), channels as materialized (
    -- Locked in this order and before the deliveries, as when a channel is changed or deleted.
    select c.id from last join channel c on c.id = last.channel_id
       -- Precise times are not needed, so a busy channel is not updated each time.
     where (last.error, last.findings) is distinct from (c.last_error, c.last_findings) or c.last_delivered_at is null
           or (last.error is null and c.last_delivered_at < now() - interval '10 seconds')
     order by c.id for no key update of c
  ), taken as materialized (
    select count(*) as count from channels
  ), held as materialized (
    select result.* from result join delivery d using (id)
     where (select count from taken) >= 0 and d.state in ('pending', 'dead', 'cancelled')
       for no key update of d ${locking}
  ), freed as (
    delete from delivery_lease l using held
     where l.delivery_id = held.id and l.token = held.token returning held.*
  ), done as (
    update delivery d
       -- What was ended meanwhile is not tried again.
       set state = case when result.state = 'pending' then d.state else result.state::delivery_state end,
           attempts = d.attempts + (result.outcome is not null)::int,
           tries = d.tries + (result.outcome is not null)::int,
           last_error = result.error, last_findings = result.findings,
           receipt = coalesce(result.receipt, d.receipt),
           confirmed_at = case when result.state = 'delivered' and result.is_confirmed then now() end,
           settled_at = case when result.state <> 'pending' then now() else d.settled_at end,
           due_at = case when result.state = 'pending'
                         then date_trunc('milliseconds', now() + make_interval(secs => result.pause))
                         else d.due_at end
      from freed result where d.id = result.id
    returning d.id, d.page_id, d.attempts, d.channel_id, d.state, result.started_at, result.duration_ms, result.outcome, result.status,
              result.headers, result.body, result.error, result.findings
  ), written as (
    insert into delivery_attempt
           (delivery_id, number, started_at, duration_ms, outcome, response_status, response_headers, response_body,
            findings)
    select id, attempts, started_at, duration_ms, outcome::attempt_outcome, status, headers, body, findings
      from done where outcome is not null
  ), health as (
    update channel c
       set last_delivered_at = case when last.error is null then now() else c.last_delivered_at end,
           last_error = last.error, last_findings = last.findings
      from (select distinct on (channel_id) channel_id, error, findings
              from done join channels on channels.id = done.channel_id
             where outcome is not null
             order by channel_id, started_at desc) last
     where c.id = last.channel_id
  )
  -- The second is read once, from an index that is almost always empty.
  select id, page_id as "pageId",
         state = 'delivered' and exists (select from escalation where unreachable_since is not null) as "mayEndSilence"
    from done`

const skipping = write("skip locked")
const waiting = write("")

/** Settle deliveries, except those that somebody else changes at this moment. Returns the ids settled. */
export const settleUnlocked = (all: Settlement[]): Statement => ({
  name: "settle unlocked",
  text: skipping,
  values: columnsOf(all),
})

/**
 * Settle deliveries after waiting for concurrent changes. Only one at a time, or under a lock that those who change
 * several take first; otherwise both can wait for each other.
 */
export const settleWaiting = (all: Settlement[]): Statement => ({
  name: "settle waiting",
  text: waiting,
  values: columnsOf(all),
})

/** Arrays by column; PostgreSQL reads them faster than JSON rows. */
const columnsOf = (all: Settlement[]): Statement["values"] => [
  all.map(({ id }) => id),
  all.map(({ token }) => token),
  all.map(({ channelId }) => channelId),
  all.map(({ state }) => state),
  all.map(({ pause }) => pause),
  all.map(({ receipt }) => (receipt === null ? null : clean(receipt))),
  all.map(({ isConfirmed }) => isConfirmed),
  all.map(({ finding }) => finding && writeFindings([finding])),
  all.map(({ attempt }) => attempt?.startedAt ?? null),
  all.map(({ attempt }) => attempt?.durationMs ?? null),
  all.map(({ attempt }) => attempt?.outcome ?? null),
  all.map(({ attempt }) => attempt?.status ?? null),
  all.map(({ attempt }) => attempt?.responseHeaders ?? null),
  all.map(({ attempt }) => attempt?.responseBody ?? null),
]

/** PostgreSQL text cannot contain NUL. */
const clean = (text: string): string => text.slice(0, 500).replaceAll("\u0000", "\uFFFD")
