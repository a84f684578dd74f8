import type { Services } from "../../../platform/services.ts"
import type { Urgency } from "../contact/rules/recipients.ts"
import type { Plan } from "../schedule/read-plan.ts"
import { readPlan } from "../schedule/read-plan.ts"
import {
  lastResort,
  reachesSomebody,
  resolveStep,
  stepAt,
  waitBefore,
} from "../policy/rules/policy-steps.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { restartEscalation } from "./restart-escalation.ts"
import { isOfProject } from "../../outbox/page-recipient.ts"
import { sloSilences } from "./rules/slo-silences.ts"
import { writePages } from "./write-pages.ts"

type Due = {
  alertId: string
  projectId: string
  policyId: string | null
  /** Position of the next step, counted from 0 over all rounds. */
  stepIndex: number
  roundsBefore: number
  /** The latest round in which each rule order ran. */
  lastRounds: Record<string, number>
  urgency: Urgency
  now: Date
  /** End of the mute or maintenance of the monitor or SLO; null if neither is active. */
  silentUntil: Date | null
}

const dueStep = `
  select e.alert_id as "alertId", e.project_id as "projectId", e.policy_id as "policyId", e.step as "stepIndex",
         e.rounds_before as "roundsBefore",
         (select coalesce(jsonb_object_agg(rule_order, round), '{}')
            from (select rule_order, max(round) as round from escalation_step
                   where alert_id = e.alert_id group by rule_order) latest) as "lastRounds", date_trunc('milliseconds', now()) as now,
         (select case name when 'low' then 'low' else 'high' end
            from severity where id = alert.severity_id) as urgency,
         (select max(until) from (
            select muted_until from monitor where id = alert.monitor_id
            union all
            select m.ends_at from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
             where mm.monitor_id = alert.monitor_id and m.state <> 'cancelled' and m.starts_at <= now()
            union all
            ${sloSilences("alert.slo_id")}
          ) silence (until) where until > now()) as "silentUntil"
    from escalation e join alert on alert.id = e.alert_id
   where e.state = 'active' and e.due_at <= now() and e.alert_id <> all($1::uuid[])
   order by e.due_at, e.alert_id limit 1 for no key update of e skip locked`

/**
 * Run the most overdue step, by PostgreSQL's clock. One transaction writes its pages, their deliveries and the
 * time of the next step. Other workers skip the locked row, and an acknowledgement waits for it.
 *
 * @param skipped alerts whose due steps are not run now.
 * @returns whether a step was due.
 * @throws {StepError} naming the alert whose step failed.
 */
export async function runDueStep(
  services: Pick<Services, "database" | "bus">,
  skipped: string[] = [],
): Promise<boolean> {
  return transactSql(services, async (tx) => {
    const [due] = await tx.query<Due>({ name: "due-step", text: dueStep, values: [skipped] })
    if (due === undefined) return false
    try {
      await runStep(tx, due)
    } catch (error) {
      throw new StepError(due.alertId, error)
    }
    return true
  })
}

export class StepError extends Error {
  readonly alertId: string
  constructor(alertId: string, cause: unknown) {
    super(`The escalation step of alert ${alertId} failed`, { cause })
    this.alertId = alertId
  }
}

async function runStep(tx: SqlTransaction, due: Due): Promise<void> {
  const { alertId, projectId, stepIndex, now, silentUntil, urgency } = due
  if (silentUntil !== null) return restartEscalation(tx, [alertId], silentUntil)
  const plan = await readDuePlan(tx, due)
  const policy = plan.policies[0] ?? null
  const next = policy === null ? null : stepAt(policy, stepIndex)
  const isLast = next === null && (await wasReached(tx, due))
  if (isLast) return exhaust(tx, due)
  const step = resolveStep(next ?? lastResort(plan.admins), urgency, now, plan)
  // If the rules changed, this rule order may have run in that round already.
  const round = Math.max(due.roundsBefore + step.round, (due.lastRounds[step.ruleOrder] ?? 0) + 1)
  await writePages(tx, { alertId, projectId, round, urgency, now, step, plan })
  const isMore = policy !== null && next !== null && stepAt(policy, stepIndex + 1) !== null
  const isReached = reachesSomebody(step)
  // If nobody was reached, one more step pages owners and admins.
  if (next === null || (!isMore && (isReached || (await wasReached(tx, due))))) {
    await exhaust(tx, due)
  } else {
    const minutes = isMore ? waitBefore(policy, stepIndex + 1, isReached) : 0
    await tx.query({
      name: "schedule-next-step",
      text: `
        update escalation
           set step = step + 1, waiting_since = $2::timestamptz,
               due_at = $2::timestamptz + make_interval(mins => $3::int)
         where alert_id = $1::uuid`,
      values: [alertId, now, minutes],
    })
  }
  if (stepIndex === 0) await recordRestart(tx, due)
  tx.publish("alert.changed", { projectId, alertId })
}

/** Record a restart, which limits how soon a flap may restart paging again; the first start does not count. */
async function recordRestart(
  tx: SqlTransaction,
  { alertId, roundsBefore, now }: Due,
): Promise<void> {
  if (roundsBefore === 0) return
  await tx.query({
    name: "record-restart",
    text: "update escalation set restarted_at = $2::timestamptz where alert_id = $1::uuid",
    values: [alertId, now],
  })
}

/** Read the alert's policy, or the default one if it was deleted, and the rotations it uses. */
function readDuePlan(tx: SqlTransaction, { projectId, policyId, now }: Due): Promise<Plan> {
  const policies = policyId === null ? "default" : { id: policyId }
  return readPlan(tx, { projectId, from: now, until: now, policies, rotations: "named" })
}

/** Whether a current member or channel was paged since the last (re)start, including for alerts it took over. */
async function wasReached(tx: SqlTransaction, { alertId, roundsBefore }: Due): Promise<boolean> {
  const paged = await tx.query({
    name: "was-reached",
    text: `
      select from page join escalation e on e.alert_id = page.alert_id
       where page.round > $2::int and (e.alert_id = $1::uuid or e.lead_id = $1::uuid)
         and ${isOfProject} limit 1`,
    values: [alertId, roundsBefore],
  })
  return paged.length > 0
}

async function exhaust(tx: SqlTransaction, { alertId, now }: Due): Promise<void> {
  await tx.query({
    name: "exhaust-escalation",
    text: `
      update escalation set state = 'exhausted', step = step + 1, silenced_at = null, ended_at = $2::timestamptz
       where alert_id = $1::uuid`,
    values: [alertId, now],
  })
}
