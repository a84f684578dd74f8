import type { Finding } from "../../../findings/finding.ts"
import { readPlan } from "../schedule/read-plan.ts"
import { reachesSomebody, resolveStep, stepAt } from "../policy/rules/policy-steps.ts"
import type { Rule } from "../schedule/rules/policy-limits.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { askedRuleOrder, lastRounds } from "./rules/rounds.ts"
import { writePages } from "./write-pages.ts"

export type Asked = {
  /** Name of the person who pages them. */
  by: string
  /** What they wrote about it. */
  note: string | null
}

type Named = { userIds: readonly string[]; teamIds: readonly string[] }

type State = {
  projectId: string
  policyId: string | null
  step: number
  roundsBefore: number
  /** The latest round in which each rule order ran. */
  lastRounds: Record<string, number>
  now: Date
  /** Another silence than a snooze pauses its next step. */
  isPaused: boolean
}

/**
 * Page people and the members of teams about an alert at once, as a step of its escalation beside those of the policy,
 * whatever its state. @returns false if nobody can be paged.
 */
export const pagePeople = (
  tx: SqlTransaction,
  alertId: string,
  { userIds, teamIds }: Named,
  asked: Asked,
): Promise<boolean> =>
  runAsked(tx, alertId, asked, () => ({
    id: "",
    order: askedRuleOrder,
    delayMinutes: 0,
    targets: [
      ...userIds.map((userId) => ({ kind: "user" as const, userId })),
      ...teamIds.map((teamId) => ({ kind: "team" as const, teamId })),
    ],
  }))

/**
 * Run the next step of the policy at once where none is waiting, because somebody acknowledged or snoozed the alert, or
 * all steps ran: then it is the first one again. The state stays.
 *
 * @returns false if nobody can be paged, or a mute or maintenance pauses paging.
 */
export async function pageNextStep(
  tx: SqlTransaction,
  alertId: string,
  asked: Asked,
): Promise<boolean> {
  const isPaged = await runAsked(tx, alertId, asked, (policy, { step, isPaused }) =>
    policy === null || isPaused
      ? null
      : ((stepAt(policy, step) ?? stepAt(policy, 0))?.rule ?? null),
  )
  if (!isPaged) return false
  await tx.query({
    name: "count-asked-step",
    text: "update escalation set step = step + 1 where alert_id = $1::uuid",
    values: [alertId],
  })
  return true
}

type Choose = (
  policy: Awaited<ReturnType<typeof readPlan>>["policies"][number] | null,
  state: State,
) => Rule | null

async function runAsked(
  tx: SqlTransaction,
  alertId: string,
  { by, note }: Asked,
  choose: Choose,
): Promise<boolean> {
  const [state] = await tx.query<State>({
    name: "state-of-asked",
    text: `
      select e.project_id as "projectId", policy_id as "policyId", step, date_trunc('milliseconds', now()) as now,
             rounds_before as "roundsBefore", ${lastRounds} as "lastRounds",
             e.state = 'active' and e.waiting_since > now() and coalesce(alert.snoozed_until <= now(), true) as "isPaused"
        from escalation e join alert on alert.id = e.alert_id
       where e.alert_id = $1::uuid for no key update of e`,
    values: [alertId],
  })
  if (state === undefined) return false
  const { projectId, policyId, now, roundsBefore } = state
  const policies = policyId === null ? "default" : { id: policyId }
  const plan = await readPlan(tx, {
    projectId,
    from: now,
    until: now,
    policies,
    rotations: "named",
  })
  const rule = choose(plan.policies[0] ?? null, state)
  if (rule === null) return false
  const round = Math.max(roundsBefore, state.lastRounds[rule.order] ?? 0) + 1
  const step = resolveStep({ round, rule }, "high", now, plan)
  if (!reachesSomebody(step)) return false
  const why: Finding = { code: "paged_by_person", parameters: { by, note } }
  await writePages(tx, {
    alertId,
    projectId,
    round,
    urgency: "high",
    now,
    step,
    plan,
    why,
    askedBy: by,
  })
  tx.publish("delivery.due", { projectId })
  return true
}
