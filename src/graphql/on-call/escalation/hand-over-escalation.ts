import type { SqlTransaction } from "../../kernel/transaction.ts"

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
 * Make the oldest joined alert of each group its leader when the former leader stops paging. It continues from the
 * same step, so nobody is paged again.
 *
 * @param former the former leaders and their states.
 * @param isOver whether they ended; their pages then show the new leader.
 * @returns the former leaders that have a successor.
 */
export async function handOver(
  tx: SqlTransaction,
  former: EscalationStatus[],
  isOver: boolean,
): Promise<Set<string>> {
  if (former.length === 0) return new Set()
  const states = new Map(former.map(({ alertId, state }) => [alertId, state]))
  const next = await tx.query<{ from: string; to: string }>({
    name: "next-leads",
    text: `select distinct on (lead_id) lead_id as "from", alert_id as "to" from escalation
            where lead_id = any($1::uuid[]) and state = 'joined' order by lead_id, alert_id`,
    values: [[...states.keys()]],
  })
  for (const { from, to } of next) {
    const state = states.get(from) === "exhausted" ? "exhausted" : "active"
    await tx.query({ name: "make-leader", text: makeLeader, values: [from, to, state] })
    await tx.query({
      name: "join-leader",
      text: joinLeader,
      values: [from, to, String(isOver)],
    })
  }
  return new Set(next.map(({ from }) => from))
}

const makeLeader = `
  update escalation e
     set state = $3::escalation_state, lead_id = null, step = f.step, policy_id = f.policy_id,
         rounds_before = f.rounds_before, due_at = f.due_at, waiting_since = f.waiting_since
    from escalation f where e.alert_id = $2::uuid and f.alert_id = $1::uuid`

const joinLeader = `
  update escalation set lead_id = $2::uuid
   where lead_id = $1::uuid or (alert_id = $1::uuid and $3::boolean)`
