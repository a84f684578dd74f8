import type { SqlTransaction } from "../../kernel/transaction.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { isSilenced } from "./rules/silences.ts"

type EscalationStatus = {
  alertId: string
  state: "active" | "exhausted" | "ended" | "joined"
}

/** Lock these escalations and the ones they lead, always in id order, and return their states. */
export const lockGroups = (tx: SqlTransaction, alertIds: string[]): Promise<EscalationStatus[]> =>
  tx.query<EscalationStatus>({
    name: "lock-escalation-groups",
    text: `select alert_id as "alertId", state::text as state from escalation
            where alert_id = any($1::uuid[]) or lead_id = any($1::uuid[])
            order by alert_id for no key update`,
    values: [alertIds],
  })

/**
 * Make the oldest joined alert of each group that may page its leader when the former leader stops paging. After one
 * that is over it continues from the same step, so nobody is paged again, and the pages of the former show it. After
 * one that is silenced it pages for itself at once, from the first rule.
 *
 * @param former the former leaders and their states.
 * @returns the former leaders that have a successor.
 */
export async function handOver(
  tx: SqlTransaction,
  former: EscalationStatus[],
  why: "over" | "silenced",
): Promise<Set<string>> {
  if (former.length === 0) return new Set()
  const states = new Map(former.map(({ alertId, state }) => [alertId, state]))
  const next = await tx.query<{ from: string; to: string }>({
    name: "next-leads",
    text: `select distinct on (e.lead_id) e.lead_id as "from", e.alert_id as "to"
             from escalation e join alert on alert.id = e.alert_id
            where e.lead_id = any($1::uuid[]) and e.state = 'joined' and alert.resolved_at is null
            order by e.lead_id, ${isSilenced("alert")}, e.alert_id`,
    values: [[...states.keys()]],
  })
  for (const { from, to } of next) {
    if (why === "silenced") await tx.query({ ...pageAsLeader, values: [from, to] })
    else {
      const state = states.get(from) === "exhausted" ? "exhausted" : "active"
      await tx.query({ name: "make-leader", text: makeLeader, values: [from, to, state] })
    }
    await tx.query({
      name: "join-leader",
      text: joinLeader,
      values: [from, to, String(why === "over")],
    })
  }
  return new Set(next.map(({ from }) => from))
}

const makeLeader = `
  update escalation e
     set state = $3::escalation_state, lead_id = null, step = f.step, policy_id = f.policy_id,
         rounds_before = f.rounds_before, due_at = f.due_at, waiting_since = f.waiting_since,
         reached_round = f.reached_round, admins_round = f.admins_round, unreachable_since = f.unreachable_since,
         reach_check_at = f.reach_check_at
    from escalation f where e.alert_id = $2::uuid and f.alert_id = $1::uuid`

const pageAsLeader = {
  name: "page-as-leader",
  text: `
    update escalation e
       set state = 'active', lead_id = null, ended_at = null, step = 0, policy_id = f.policy_id,
           rounds_before = ${roundsSoFar}, waiting_since = moment.now,
           due_at = greatest(moment.now, date_trunc('milliseconds', alert.created_at)
                                         + make_interval(mins => coalesce(rule.delay_minutes, 0)))
      from escalation f
      left join escalation_rule rule on rule.policy_id = f.policy_id and rule."order" = 1,
           alert, (select date_trunc('milliseconds', now()) as now) moment
     where e.alert_id = $2::uuid and f.alert_id = $1::uuid and alert.id = e.alert_id`,
}

const joinLeader = `
  update escalation set lead_id = $2::uuid
   where lead_id = $1::uuid or (alert_id = $1::uuid and $3::boolean)`
