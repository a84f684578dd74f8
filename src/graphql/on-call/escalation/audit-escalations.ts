import type { Services } from "../../../platform/services.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { requestReachCheckOf } from "../../outbox/request-reach-check.ts"
import { pagesOfGroup } from "./read-reach.ts"
import { startEscalations } from "./start-escalation.ts"

export const reasons = {
  missing: "it has no escalation",
  ended: "its escalation ended although it is open",
  orphaned: "the alert it joined no longer pages",
  overdue: "its next step is overdue",
  unreached: "no message about it was accepted, and nothing follows",
} as const

/** An open, unacknowledged alert that reached nobody, and for which nobody would have been paged. */
export type Fault = { alertId: string; projectId: string; why: keyof typeof reasons }

/** Workers poll every second and restart within a few, so a step this late is a fault. */
const overdueSeconds = 60
const intervalSeconds = 60

const isDue = `began_at <= now() - interval '${intervalSeconds} seconds'`

const dueAudit: Statement = {
  name: "due-audit",
  text: `select from escalation_audit where ${isDue}`,
  values: [],
}

/** SQL: a step of escalation e ran, and no provider accepted a message about it, whatever steps followed. */
const isUnreached = `
  e.reached_round <= e.rounds_before
  and exists (select from escalation_step s where s.alert_id = e.alert_id and s.round > e.rounds_before
                 and s.at < now() - interval '${overdueSeconds} seconds')
  and not exists (
    select from (select page.id, page.digest_id from ${pagesOfGroup}) page
      join delivery d on d.state = 'delivered'
       and (d.page_id = page.id and d.event = 'alert.created' or d.id = page.digest_id))`

const faults: Statement = {
  name: "escalation-faults",
  text: `
    select * from (
      select alert.id as "alertId", alert.project_id as "projectId",
             case when e.alert_id is null then 'missing'
                  when e.state = 'ended' then 'ended'
                  when e.state = 'joined' and (lead.id is null or lead.resolved_at is not null
                                                or lead.acknowledged_at is not null) then 'orphaned'
                  when e.state = 'active' and e.due_at < now() - interval '${overdueSeconds} seconds'
                    then 'overdue'
                  when e.state in ('active', 'exhausted') and e.reach_check_at < now() - interval '${overdueSeconds} seconds'
                       or e.state = 'exhausted' and e.silenced_at is null and e.reach_check_at is null and ${isUnreached}
                    then 'unreached' end as why
        from alert
        left join escalation e on e.alert_id = alert.id
        left join alert lead on lead.id = e.lead_id
       where alert.acknowledged_at is null and alert.resolved_at is null) found
     where why is not null order by "alertId"`,
  values: [],
}

const noFaults: Statement = {
  name: "no-escalation-faults",
  text: `update escalation_audit set began_at = now(), ended_at = now(), faults = 0 where ${isDue} returning 1`,
  values: [],
}

/**
 * Check that each open alert is acknowledged, reached somebody, is joined to another, or has a next step, and make a
 * step or the check of its reach due if it is none of these. Runs at most once a minute across all workers, by PostgreSQL's clock.
 *
 * @returns the faults found; null if the last run was less than a minute ago.
 */
export async function auditEscalations(
  services: Pick<Services, "database" | "bus">,
): Promise<Fault[] | null> {
  if (!(await finds(services, dueAudit))) return null
  if (await finds(services, faults)) return transact(services, repairFaults)
  return (await finds(services, noFaults)) ? [] : null
}

async function repairFaults(tx: Transaction): Promise<Fault[] | null> {
  const claimed = await tx.db.$executeRawUnsafe(
    `update escalation_audit set began_at = now() where ${isDue}`,
  )
  if (claimed === 0) return null
  const found = await tx.query<Fault>(faults)
  await repair(tx, found)
  await tx.db.$executeRaw`
    update escalation_audit
       set ended_at = now(), faults = ${found.length}::int, faults_total = ((faults_total::bigint + ${found.length}::int) % 2147483648)::int`
  return found
}

async function repair(tx: Transaction, found: Fault[]): Promise<void> {
  const idsOf = (...whys: Fault["why"][]) =>
    found.filter(({ why }) => whys.includes(why)).map(({ alertId }) => alertId)
  await startEscalations(tx, idsOf("missing"))
  await tx.db.$executeRaw`
    update escalation
       set state = 'active', ended_at = null, lead_id = null,
           waiting_since = date_trunc('milliseconds', now()), due_at = date_trunc('milliseconds', now())
     where alert_id = any(${idsOf("ended", "orphaned")}::uuid[]) and state in ('ended', 'joined')
       and exists (select from alert
                    where id = alert_id and acknowledged_at is null and resolved_at is null)`
  await requestReachCheckOf(tx, idsOf("unreached"))
  for (const projectId of new Set(found.map((fault) => fault.projectId))) {
    tx.publish("delivery.due", { projectId })
  }
}
