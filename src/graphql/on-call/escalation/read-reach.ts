import { failuresBeforeForward } from "../../outbox/forward-pages.ts"
import { isOfProject } from "../../outbox/page-recipient.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Reach } from "./rules/judge-reach.ts"

/** A delivery that was not accepted this long after its first attempt fails, though its retries go on. */
const patienceSeconds = 60
/** The next check follows the outcome of an attempt, which usually asks for one itself. */
const graceSeconds = 5

/** SQL: when a delivery d was first attempted since it was queued; null if it was not. */
const begun = `
  (select a.started_at from delivery_attempt a where a.delivery_id = d.id and a.number = d.attempts - d.tries + 1)`

/** SQL: a delivery d that is not tried without failing any more: too often, for too long, or behind a failing channel. */
const isFailing = `
  (d.tries >= ${failuresBeforeForward}
   or begun.at is not null and begun.at <= now() - interval '${patienceSeconds} seconds'
   or d.tries = 0 and d.due_at < now() - interval '${patienceSeconds} seconds'
      and exists (select from channel c where c.id = d.channel_id and c.last_error is not null))`

/** A provider may ask to wait for longer than this patience. */
const checkAt = `
  least(greatest(d.due_at, now()) + interval '${graceSeconds} seconds', begun.at + interval '${patienceSeconds} seconds')`

const ways = `
  select d.id, d.state, d.tries, d.state = 'pending' and ${isFailing} as is_failing, ${checkAt} as check_at
    from delivery d cross join lateral (select ${begun} as at) begun`

/** SQL: whether a page was accepted by a provider, or may still be; a digest that includes it counts. */
const waysOfPage = `
  select coalesce(bool_or(d.state = 'delivered'), false) as is_reached,
         page.digest_at is not null or page.overflow_at is not null
           or coalesce(bool_or(d.state = 'pending' and not d.is_failing), false) as is_hopeful,
         least(least(page.digest_at, page.overflow_at) + interval '${graceSeconds} seconds',
               min(d.check_at) filter (where d.state = 'pending' and not d.is_failing)) as check_at,
         array_agg(d.id) filter (where d.is_failing and d.tries < ${failuresBeforeForward}) as stalled
    from (${ways} where d.page_id = page.id and d.event = 'alert.created'
          union all
          ${ways} where d.id = page.digest_id) d`

/** SQL: the pages of an escalation e, and of ended ones it took over, since its last (re)start. */
export const pagesOfGroup = `
  page join escalation own on own.alert_id = page.alert_id
   where (own.alert_id = e.alert_id or own.lead_id = e.alert_id) and page.round > e.rounds_before
     and ${isOfProject}`

const selected = `
  select e.alert_id as "alertId", e.project_id as "projectId", e.state::text as state,
         alert.acknowledged_at is null and alert.resolved_at is null and e.state in ('active', 'exhausted')
           and not (e.state = 'exhausted' and e.silenced_at is not null) and e.waiting_since <= now()
           and coalesce(alert.snoozed_until <= now(), true) as "isOpen",
         e.admins_round > e.rounds_before as "areAdminsPaged", e.unreachable_since is not null as "isUnreachable",
         e.step % greatest(1, (select count(*) from escalation_rule r join on_call_policy p on p.id = r.policy_id
                                where p.project_id = e.project_id
                                  and case when e.policy_id is null then p.is_default else p.id = e.policy_id end)) <> 0
           as "hasRuleLeft",
         exists (select from escalation_step s where s.alert_id = e.alert_id and s.round > e.rounds_before) as "hasStep",
         found.*
    from escalation e join alert on alert.id = e.alert_id
   cross join lateral (
     select count(*)::int as pages, max(p.round) filter (where p.is_reached) as "reachedRound",
            coalesce(bool_or(p.is_hopeful), false) as "isHopeful",
            coalesce(bool_or(p.is_reached) filter (where p.is_latest), false) as "isStepReached",
            coalesce(bool_or(p.is_hopeful) filter (where p.is_latest), false) as "isStepHopeful",
            min(p.check_at) as "checkAt", coalesce(jsonb_agg(p.stalled) filter (where p.stalled is not null), '[]') as stalled
       from (select page.round, page.created_at = max(page.created_at) over () as is_latest, ways.*
               from (select page.* from ${pagesOfGroup}) page cross join lateral (${waysOfPage}) ways) p
   ) found`

type Row = Omit<Reach, "stalled"> & { stalled: string[][] }

/** What is known about whether an alert reached somebody. The caller holds the lock on its escalation. */
export async function readReach(tx: SqlTransaction, alertId: string): Promise<Reach> {
  const [row] = await tx.query<Row>({
    name: "reach",
    text: `${selected} where e.alert_id = $1::uuid`,
    values: [alertId],
  })
  if (row === undefined) throw new Error("The escalation whose step runs was deleted")
  return toReach(row)
}

/** The same for alerts whose check is due, locked; others are checking those that are left out. */
export async function readDueReach(
  tx: SqlTransaction,
  most: number,
  skipped: string[],
): Promise<Reach[]> {
  const rows = await tx.query<Row>({
    name: "due-reach",
    text: `${selected}
            where e.reach_check_at <= now() and e.alert_id <> all($2::uuid[])
            order by e.alert_id limit $1::int for no key update of e skip locked`,
    values: [most, skipped],
  })
  return rows.map(toReach)
}

const toReach = ({ stalled, ...row }: Row): Reach => ({ ...row, stalled: stalled.flat() })
