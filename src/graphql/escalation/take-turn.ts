import type { Services } from "../../services.ts"
import type { Urgency } from "../contact/ways.ts"
import type { Plan } from "../on-call/read-plan.ts"
import { readPlan } from "../on-call/read-plan.ts"
import type { Step } from "../on-call/steps.ts"
import { lastResort, reachesSomebody, takeStep, turnAt, waitBefore } from "../on-call/steps.ts"
import { sayStep } from "../on-call/words.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { beginAnew } from "./begin-anew.ts"
import { writePages } from "./write-pages.ts"

type Due = {
  alertId: string
  projectId: string
  policyId: string | null
  turn: number
  roundsBefore: number
  urgency: Urgency
  now: Date
  /** Until when its monitor is muted or under maintenance; null where it is not. */
  silentUntil: Date | null
}

/**
 * Takes the turn that is due longest, by PostgreSQL's clock, with all that follows from it in one transaction:
 * the pages, what is owed of them, and the time of the next turn. Others pass over what is held here, and whoever
 * acknowledges waits for it; who is killed has done nothing.
 *
 * @returns whether there was one.
 * @throws {TurnError} naming the alert whose turn failed.
 */
export async function takeDueTurn(services: Pick<Services, "database" | "bus">): Promise<boolean> {
  return transact(services, async (tx) => {
    const [due] = await tx.db.$queryRaw<Due[]>`
      select e.alert_id as "alertId", e.project_id as "projectId", e.policy_id as "policyId", e.turn,
             e.rounds_before as "roundsBefore", date_trunc('milliseconds', now()) as now,
             (select case name when 'low' then 'low' else 'high' end
                from severity where id = alert.severity_id) as urgency,
             (select max(until) from (
                select muted_until from monitor where id = alert.monitor_id
                union all
                select m.ends_at from maintenance_monitor mm join maintenance m on m.id = mm.maintenance_id
                 where mm.monitor_id = alert.monitor_id and m.state <> 'cancelled' and m.starts_at <= now()
              ) silence (until) where until > now()) as "silentUntil"
        from escalation e join alert on alert.id = e.alert_id
       where e.state = 'active' and e.due_at <= now()
       order by e.due_at, e.alert_id limit 1 for no key update of e skip locked`
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

async function takeTurn(tx: Transaction, due: Due): Promise<void> {
  const { alertId, projectId, turn, now, silentUntil, urgency } = due
  if (silentUntil !== null) return beginAnew(tx, [alertId], silentUntil)
  const plan = await readDuty(tx, due)
  const policy = plan.policies[0] ?? null
  const next = policy === null ? null : turnAt(policy, turn)
  const isLast = next === null && (await wasReached(tx, due))
  if (isLast) return exhaust(tx, due)
  const step = takeStep(next ?? lastResort(plan.keepers), urgency, now, plan)
  await writeStep(tx, due, step, plan)
  const isMore = policy !== null && next !== null && turnAt(policy, turn + 1) !== null
  const isReached = reachesSomebody(step)
  // Where nobody was reached so far, one more turn looks for the owners and admins.
  if (next === null || (!isMore && (isReached || (await wasReached(tx, due))))) {
    await exhaust(tx, due)
  } else {
    const minutes = isMore ? waitBefore(policy, turn + 1, isReached) : 0
    await tx.db.$executeRaw`
      update escalation
         set turn = turn + 1, waits_since = ${now}, due_at = ${now}::timestamptz + make_interval(mins => ${minutes}::int)
       where alert_id = ${alertId}::uuid`
  }
  tx.publish("delivery.due", { projectId })
  tx.publish("alert.changed", { projectId, alertId })
}

/** The default policy where the alert's own was deleted since, and the rotations that it names. */
function readDuty(tx: Transaction, { projectId, policyId, now }: Due): Promise<Plan> {
  const policies = policyId === null ? "default" : { id: policyId }
  return readPlan(tx, { projectId, from: now, until: now, policies, rotations: "named" })
}

async function writeStep(
  tx: Transaction,
  { alertId, projectId, roundsBefore, urgency, now }: Due,
  step: Step,
  plan: Plan,
): Promise<void> {
  const { ruleOrder } = step
  const round = roundsBefore + step.round
  const found = sayStep(step, plan.names)
  await tx.db.escalationTurn.create({ data: { alertId, round, ruleOrder, found, at: now } })
  await writePages(tx, { alertId, projectId, round, urgency, now, step, plan })
}

/** Whether anybody was paged since the escalation began, or began anew, also for those that it followed. */
async function wasReached({ db }: Transaction, { alertId, roundsBefore }: Due): Promise<boolean> {
  const paged = await db.page.count({
    where: {
      round: { gt: roundsBefore },
      alert: { escalation: { OR: [{ alertId }, { leadId: alertId }] } },
    },
  })
  return paged > 0
}

async function exhaust({ db }: Transaction, { alertId, now }: Due): Promise<void> {
  await db.escalation.update({
    where: { alertId },
    data: { state: "exhausted", turn: { increment: 1 }, endedAt: now },
  })
}
