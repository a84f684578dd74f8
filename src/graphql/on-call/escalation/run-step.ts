import type { Finding } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import type { Urgency } from "../contact/rules/recipients.ts"
import { readPlan, type Plan } from "../schedule/read-plan.ts"
import {
  byEveryWay,
  lastResort,
  reachesSomebody,
  resolveStep,
  stepAt,
  waitBefore,
  type Step,
} from "../policy/rules/policy-steps.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { pagesOfGroup, readReach } from "./read-reach.ts"
import { restartEscalation } from "./restart-escalation.ts"
import { isDecided, longestWaitSeconds } from "./rules/mass-failure.ts"
import { lastRounds } from "./rules/rounds.ts"
import { sloSilences } from "./rules/slo-silences.ts"
import { awaitSnooze } from "./snooze-escalation.ts"
import { sparePaged } from "./spare-paged.ts"
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
  /** End of the snooze; null if it is not snoozed. */
  snoozedUntil: Date | null
}

const step = (where: string) => `
  select e.alert_id as "alertId", e.project_id as "projectId", e.policy_id as "policyId", e.step as "stepIndex",
         e.rounds_before as "roundsBefore",
         ${lastRounds} as "lastRounds", date_trunc('milliseconds', now()) as now,
         (select case name when 'low' then 'low' else 'high' end
            from severity where id = alert.severity_id) as urgency,
         (select max(until) from (
            select muted_until from monitor where id = alert.monitor_id
            union all
            select m.ends_at from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
             where mm.monitor_id = alert.monitor_id and m.state <> 'cancelled' and m.starts_at <= now()
            union all
            ${sloSilences("alert.slo_id")}
          ) silence (until) where until > now()) as "silentUntil",
         case when alert.snoozed_until > now() then alert.snoozed_until end as "snoozedUntil"
    from escalation e join alert on alert.id = e.alert_id
   where ${where}`

const dueStep = step(`
  e.state = 'active' and e.due_at <= now() + interval '${longestWaitSeconds} seconds'
   and (e.due_at <= now() or ${isDecided}) and e.alert_id <> all($1::uuid[])
   order by e.due_at, e.alert_id limit 1 for no key update of e skip locked`)
const stepOfAlert = step("e.alert_id = $1::uuid")

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
  const { alertId, projectId, stepIndex, now, silentUntil, snoozedUntil, urgency } = due
  if (silentUntil !== null) return restartEscalation(tx, [alertId], silentUntil)
  if (snoozedUntil !== null) return awaitSnooze(tx, alertId, snoozedUntil)
  const plan = await readDuePlan(tx, due)
  const policy = plan.policies[0] ?? null
  const next = policy === null ? null : stepAt(policy, stepIndex)
  if (next === null) return endSteps(tx, due, plan)
  const step = resolveStep(next, urgency, now, plan)
  const paged = await sparePaged(tx, alertId, step)
  const round = roundOf(due, step)
  await writePages(tx, { alertId, projectId, round, urgency, now, step: paged, plan })
  const isMore = policy !== null && stepAt(policy, stepIndex + 1) !== null
  const isAnybody = reachesSomebody(step)
  if (!isMore && isAnybody) await exhaust(tx, due)
  else {
    // After the last rule found nobody, owners and admins may be left.
    const minutes = isMore ? waitBefore(policy, stepIndex + 1, isAnybody) : 0
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
  tx.publish("alert.changed", { projectId, alertId })
}

/** Read the alert's policy, or the default one if it was deleted, and the rotations it uses. */
function readDuePlan(tx: SqlTransaction, { projectId, policyId, now }: Due): Promise<Plan> {
  const policies = policyId === null ? "default" : { id: policyId }
  return readPlan(tx, { projectId, from: now, until: now, policies, rotations: "named" })
}

/**
 * No rule is left. Owners and admins are paged if no rule found anybody, and by every way they have if nobody can be
 * reached any more; pages that may still be accepted are checked later.
 */
async function endSteps(tx: SqlTransaction, due: Due, plan: Plan): Promise<void> {
  const { alertId, projectId } = due
  const reach = await readReach(tx, alertId)
  if (reach.pages === 0) await pageLastResort(tx, due, plan)
  else if (reach.reachedRound === null && !reach.isHopeful && !reach.areAdminsPaged)
    await pageByEveryWay(tx, due, plan)
  await exhaust(tx, due)
  tx.publish("alert.changed", { projectId, alertId })
}

/**
 * Page owners and admins beside the policy's steps, because nobody could be reached: as their contact rules say if no
 * rule found anybody, otherwise by every way they have.
 */
export async function pageAdmins(tx: SqlTransaction, alertId: string): Promise<void> {
  const [due] = await tx.query<Due>({
    name: "step-of-alert",
    text: stepOfAlert,
    values: [alertId],
  })
  if (due === undefined) throw new Error("The escalation was deleted while it was locked")
  if (due.silentUntil !== null) return restartEscalation(tx, [alertId], due.silentUntil)
  const plan = await readDuePlan(tx, due)
  const { pages } = await readReach(tx, alertId)
  await (pages === 0 && plan.admins.length > 0 ? pageLastResort : pageByEveryWay)(tx, due, plan)
}

async function pageLastResort(tx: SqlTransaction, due: Due, plan: Plan): Promise<void> {
  const { alertId, projectId, urgency, now } = due
  const step = resolveStep(lastResort(plan.admins), urgency, now, plan)
  await writePages(tx, { alertId, projectId, round: roundOf(due, step), urgency, now, step, plan })
}

async function pageByEveryWay(tx: SqlTransaction, due: Due, plan: Plan): Promise<void> {
  const { alertId, projectId, urgency, now } = due
  const retried = await tx.query<{ target: string }>({
    name: "retried-targets",
    text: `
      select d.target from delivery d
       where d.event = 'alert.created' and d.state = 'pending' and d.page_id in (
               select page.id from escalation e cross join lateral (select page.id from ${pagesOfGroup}) page
                where e.alert_id = $1::uuid)`,
    values: [alertId],
  })
  const step = byEveryWay(plan, now, new Set(retried.map(({ target }) => target)))
  const round = roundOf(due, step)
  const why: Finding = { code: "nobody_reachable", parameters: {} }
  await writePages(tx, { alertId, projectId, round, urgency, now, step, plan, why })
  await tx.query({
    name: "record-admins-paged",
    text: "update escalation set admins_round = $2::int where alert_id = $1::uuid",
    values: [alertId, round],
  })
}

/** If the rules changed, a rule of this order may have run in that round already. */
const roundOf = ({ roundsBefore, lastRounds }: Due, { round, ruleOrder }: Step): number =>
  Math.max(roundsBefore + round, (lastRounds[ruleOrder] ?? 0) + 1)

async function exhaust(tx: SqlTransaction, { alertId, now }: Due): Promise<void> {
  await tx.query({
    name: "exhaust-escalation",
    text: `
      update escalation set state = 'exhausted', step = step + 1, silenced_at = null, ended_at = $2::timestamptz
       where alert_id = $1::uuid`,
    values: [alertId, now],
  })
}
