import type { Services } from "../../../platform/services.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { transact } from "../../kernel/transaction.ts"
import { startEscalations } from "./start-escalation.ts"

export const reasons = {
  missing: "it has no escalation",
  ended: "its escalation ended although it is open",
  orphaned: "the alert it joined no longer pages",
  overdue: "its next step is overdue",
} as const

/** An open, unacknowledged alert for which nobody would have been paged. */
export type Fault = { alertId: string; projectId: string; why: keyof typeof reasons }

/** Workers poll every second and restart within a few, so a step this late is a fault. */
const overdueSeconds = 60
const intervalSeconds = 60

/**
 * Check that each open alert is acknowledged, exhausted, joined to another, or has a next step, and make a step due
 * if it is none of these. Runs at most once a minute across all workers, by PostgreSQL's clock.
 *
 * @returns the faults found; null if the last run was less than a minute ago.
 */
export async function auditEscalations(
  services: Pick<Services, "database" | "bus">,
): Promise<Fault[] | null> {
  return transact(services, async (tx) => {
    const isDue = await tx.db.$executeRaw`
      update escalation_audit set began_at = now()
       where began_at <= now() - make_interval(secs => ${intervalSeconds}::int)`
    if (isDue === 0) return null
    const faults = await findFaults(tx)
    await repair(tx, faults)
    await tx.db.$executeRaw`
      update escalation_audit
         set ended_at = now(), faults = ${faults.length}::int, faults_total = faults_total + ${faults.length}::int`
    return faults
  })
}

const findFaults = ({ db }: Transaction): Promise<Fault[]> =>
  db.$queryRaw<Fault[]>`
    select * from (
      select alert.id as "alertId", alert.project_id as "projectId",
             case when e.alert_id is null then 'missing'
                  when e.state = 'ended' then 'ended'
                  when e.state = 'joined' and (lead.id is null or lead.resolved_at is not null
                                                or lead.acknowledged_at is not null) then 'orphaned'
                  when e.state = 'active' and e.due_at < now() - make_interval(secs => ${overdueSeconds}::int)
                    then 'overdue' end as why
        from alert
        left join escalation e on e.alert_id = alert.id
        left join alert lead on lead.id = e.lead_id
       where alert.acknowledged_at is null and alert.resolved_at is null) found
     where why is not null order by "alertId"`

async function repair(tx: Transaction, faults: Fault[]): Promise<void> {
  const idsOf = (...whys: Fault["why"][]) =>
    faults.filter(({ why }) => whys.includes(why)).map(({ alertId }) => alertId)
  await startEscalations(tx, idsOf("missing"))
  await tx.db.$executeRaw`
    update escalation
       set state = 'active', ended_at = null, lead_id = null,
           waiting_since = date_trunc('milliseconds', now()), due_at = date_trunc('milliseconds', now())
     where alert_id = any(${idsOf("ended", "orphaned")}::uuid[]) and state in ('ended', 'joined')
       and exists (select from alert
                    where id = alert_id and acknowledged_at is null and resolved_at is null)`
  for (const projectId of new Set(faults.map((fault) => fault.projectId))) {
    tx.publish("delivery.due", { projectId })
  }
}
