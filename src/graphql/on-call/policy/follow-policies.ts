import type { SqlTransaction } from "../../kernel/transaction.ts"
import { movedDue, movedStep, type Steps } from "./rules/moved-step.ts"

type Running = {
  alertId: string
  policyId: string | null
  step: number
  waitingSince: Date
  dueAt: Date
}

type Policies = { byId: ReadonlyMap<string, Steps>; defaultId: string | null }

/** The escalations of a project that have a next step, locked, and the policies they go by. */
export type Paging = { projectId: string; running: Running[]; policies: Policies }

/** Call before policies change, or which monitors they are for; `followPolicies` follows in the same transaction. */
export async function lockPaging(tx: SqlTransaction, projectId: string): Promise<Paging> {
  const running = await tx.query<Running>({
    name: "running-escalations",
    text: `select alert_id as "alertId", policy_id as "policyId", step, waiting_since as "waitingSince", due_at as "dueAt"
             from escalation where project_id = $1::uuid and state = 'active' order by alert_id for no key update`,
    values: [projectId],
  })
  return { projectId, running, policies: await readPolicies(tx, projectId) }
}

/**
 * Let running escalations follow a change of policies: the next step is the first that did not run, and the wait for
 * it is its present delay. Nothing runs twice in a round, and no rule after those that ran is left out.
 */
export async function followPolicies(
  tx: SqlTransaction,
  { projectId, running, policies: before }: Paging,
): Promise<void> {
  if (running.length === 0) return
  const after = await readPolicies(tx, projectId)
  const wanted = await tx.query<{ alertId: string; policyId: string | null }>({
    name: "policies-of-alerts",
    text: `select alert.id as "alertId", coalesce(monitor.policy_id, slo.policy_id, source.policy_id) as "policyId"
             from alert left join monitor on monitor.id = alert.monitor_id left join slo on slo.id = alert.slo_id
             left join source on source.id = alert.source_id
            where alert.id = any($1::uuid[])`,
    values: [running.map(({ alertId }) => alertId)],
  })
  const policyOf = new Map(wanted.map(({ alertId, policyId }) => [alertId, policyId]))
  const moved = running.flatMap((one) => {
    const fromId = one.policyId ?? before.defaultId
    const toId = policyOf.get(one.alertId) ?? after.defaultId
    const [from, to] = [stepsOf(before, fromId), stepsOf(after, toId)]
    if (fromId === toId && JSON.stringify(from) === JSON.stringify(to)) return []
    const step = movedStep(from, to, one.step, fromId !== toId)
    const dueAt = movedDue(one, { steps: from, step: one.step }, { steps: to, step })
    return [{ alert_id: one.alertId, policy_id: toId, step, due_at: dueAt }]
  })
  if (moved.length === 0) return
  await tx.query({
    name: "follow-policies",
    text: `
      update escalation e set policy_id = row.policy_id, step = row.step,
             due_at = case when row.due_at = e.due_at then e.due_at
                           else greatest(row.due_at, date_trunc('milliseconds', now())) end
        from jsonb_to_recordset($1::jsonb) as row (alert_id uuid, policy_id uuid, step int, due_at timestamptz(3))
       where e.alert_id = row.alert_id`,
    values: [JSON.stringify(moved)],
  })
  for (const { alert_id: alertId } of moved) tx.publish("alert.changed", { projectId, alertId })
  tx.publish("delivery.due", { projectId })
}

const none: Steps = { repeatCount: 0, repeatDelayMinutes: 0, rules: [] }

const stepsOf = ({ byId }: Policies, id: string | null): Steps =>
  (id === null ? undefined : byId.get(id)) ?? none

async function readPolicies(tx: SqlTransaction, projectId: string): Promise<Policies> {
  const rows = await tx.query<Steps & { id: string; isDefault: boolean }>({
    name: "policy-steps",
    text: `
      select p.id, p.is_default as "isDefault", p.repeat_count as "repeatCount", p.repeat_delay_minutes as "repeatDelayMinutes",
             coalesce((select jsonb_agg(jsonb_build_object('delayMinutes', r.delay_minutes, 'targets', (
                         select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'userId', t.user_id, 'teamId', t.team_id,
                                'rotationId', t.rotation_id, 'channelId', t.channel_id) order by t."order"), '[]')
                           from escalation_target t where t.rule_id = r.id)) order by r."order")
                         from escalation_rule r where r.policy_id = p.id), '[]') as rules
        from on_call_policy p where p.project_id = $1::uuid`,
    values: [projectId],
  })
  return {
    byId: new Map(
      rows.map(({ id, repeatCount, repeatDelayMinutes, rules }) => {
        return [id, { repeatCount, repeatDelayMinutes, rules }]
      }),
    ),
    defaultId: rows.find(({ isDefault }) => isDefault)?.id ?? null,
  }
}
