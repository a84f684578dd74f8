import type { Services } from "../../services.ts"
import type { Urgency } from "../contact/ways.ts"
import type { Plan } from "../on-call/read-plan.ts"
import { readPlan } from "../on-call/read-plan.ts"
import { lastResort, reachesSomebody, takeStep, turnAt, waitBefore } from "../on-call/steps.ts"
import type { SqlTransaction } from "../transaction.ts"
import { transactSql } from "../transaction.ts"
import { beginAnew } from "./begin-anew.ts"
import { isOfProject } from "./pass-on.ts"
import { writePages } from "./write-pages.ts"

type Due = {
  alertId: string
  projectId: string
  policyId: string | null
  turn: number
  roundsBefore: number
  /** The latest round in which each place of a policy had its turn. */
  lastRounds: Record<string, number>
  urgency: Urgency
  now: Date
  /** Until when its monitor is muted or under maintenance; null where it is not. */
  silentUntil: Date | null
}

const dueTurn = `
  select e.alert_id as "alertId", e.project_id as "projectId", e.policy_id as "policyId", e.turn,
         e.rounds_before as "roundsBefore",
         (select coalesce(jsonb_object_agg(rule_order, round), '{}')
            from (select rule_order, max(round) as round from escalation_turn
                   where alert_id = e.alert_id group by rule_order) had) as "lastRounds", date_trunc('milliseconds', now()) as now,
         (select case name when 'low' then 'low' else 'high' end
            from severity where id = alert.severity_id) as urgency,
         (select max(until) from (
            select muted_until from monitor where id = alert.monitor_id
            union all
            select m.ends_at from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
             where mm.monitor_id = alert.monitor_id and m.state <> 'cancelled' and m.starts_at <= now()
          ) silence (until) where until > now()) as "silentUntil"
    from escalation e join alert on alert.id = e.alert_id
   where e.state = 'active' and e.due_at <= now() and e.alert_id <> all($1::uuid[])
   order by e.due_at, e.alert_id limit 1 for no key update of e skip locked`

/**
 * Takes the turn that is due longest, by PostgreSQL's clock, with all that follows from it in one transaction:
 * the pages, what is owed of them, and the time of the next turn. Others pass over what is held here, and whoever
 * acknowledges waits for it; who is killed has done nothing.
 *
 * @param passedOver alerts whose turns are not to be taken now, although they are due.
 * @returns whether there was one.
 * @throws {TurnError} naming the alert whose turn failed.
 */
export async function takeDueTurn(
  services: Pick<Services, "database" | "bus">,
  passedOver: string[] = [],
): Promise<boolean> {
  return transactSql(services, async (tx) => {
    const [due] = await tx.query<Due>({ name: "due-turn", text: dueTurn, values: [passedOver] })
    if (due === undefined) return false
    try {
      await takeTurn(tx, due)
    } catch (error) {
      throw new TurnError(due.alertId, error)
    }
    return true
  })
}

export class TurnError extends Error {
  readonly alertId: string
  constructor(alertId: string, cause: unknown) {
    super(`the turn of alert ${alertId} could not be taken`, { cause })
    this.alertId = alertId
  }
}

async function takeTurn(tx: SqlTransaction, due: Due): Promise<void> {
  const { alertId, projectId, turn, now, silentUntil, urgency } = due
  if (silentUntil !== null) return beginAnew(tx, [alertId], silentUntil)
  const plan = await readDuty(tx, due)
  const policy = plan.policies[0] ?? null
  const next = policy === null ? null : turnAt(policy, turn)
  const isLast = next === null && (await wasReached(tx, due))
  if (isLast) return exhaust(tx, due)
  const step = takeStep(next ?? lastResort(plan.keepers), urgency, now, plan)
  // Rules that changed meanwhile may lead to a place that had its turn in that round.
  const round = Math.max(due.roundsBefore + step.round, (due.lastRounds[step.ruleOrder] ?? 0) + 1)
  await writePages(tx, { alertId, projectId, round, urgency, now, step, plan })
  const isMore = policy !== null && next !== null && turnAt(policy, turn + 1) !== null
  const isReached = reachesSomebody(step)
  // Where nobody was reached so far, one more turn looks for the owners and admins.
  if (next === null || (!isMore && (isReached || (await wasReached(tx, due))))) {
    await exhaust(tx, due)
  } else {
    const minutes = isMore ? waitBefore(policy, turn + 1, isReached) : 0
    await tx.query({
      name: "wait-for-turn",
      text: `
        update escalation
           set turn = turn + 1, waits_since = $2::timestamptz,
               due_at = $2::timestamptz + make_interval(mins => $3::int)
         where alert_id = $1::uuid`,
      values: [alertId, now, minutes],
    })
  }
  tx.publish("alert.changed", { projectId, alertId })
}

/** The default policy where the alert's own was deleted since, and the rotations that it names. */
function readDuty(tx: SqlTransaction, { projectId, policyId, now }: Due): Promise<Plan> {
  const policies = policyId === null ? "default" : { id: policyId }
  return readPlan(tx, { projectId, from: now, until: now, policies, rotations: "named" })
}

/** Whether anybody who is still there was paged since it began, or began anew, also for those that it followed. */
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
      update escalation set state = 'exhausted', turn = turn + 1, ended_at = $2::timestamptz
       where alert_id = $1::uuid`,
    values: [alertId, now],
  })
}
