import type { SqlTransaction } from "../transaction.ts"

type Standing = {
  alertId: string
  state: "active" | "exhausted" | "ended" | "joined"
}

/** Holds these escalations and those they page for, always in this order, and answers how each stood. */
export const holdGroups = (tx: SqlTransaction, alertIds: string[]): Promise<Standing[]> =>
  tx.query<Standing>({
    name: "hold-escalation-groups",
    text: `select alert_id as "alertId", state::text as state from escalation
            where alert_id = any($1::uuid[]) or lead_id = any($1::uuid[])
            order by alert_id for no key update`,
    values: [alertIds],
  })

/**
 * Where an alert pages no more for those that joined it, the oldest of them does, from the same turn on: who was
 * told of the group is not paged anew.
 *
 * @param former how those stood that page no more.
 * @param isOver whether they ended, so that their pages speak of the next from now on.
 * @returns the alerts that have been followed by another.
 */
export async function handOver(
  tx: SqlTransaction,
  former: Standing[],
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
    await tx.query({ name: "take-the-lead", text: takeTheLead, values: [from, to, state] })
    await tx.query({
      name: "follow-the-lead",
      text: followTheLead,
      values: [from, to, String(isOver)],
    })
  }
  return new Set(next.map(({ from }) => from))
}

const takeTheLead = `
  update escalation e
     set state = $3::escalation_state, lead_id = null, turn = f.turn, policy_id = f.policy_id,
         rounds_before = f.rounds_before, due_at = f.due_at, waits_since = f.waits_since
    from escalation f where e.alert_id = $2::uuid and f.alert_id = $1::uuid`

const followTheLead = `
  update escalation set lead_id = $2::uuid
   where lead_id = $1::uuid or (alert_id = $1::uuid and $3::boolean)`
