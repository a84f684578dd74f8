import type { Services } from "../../services.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { beginEscalations } from "./begin.ts"

export const reasons = {
  missing: "nothing was ever going to page for it",
  ended: "its paging ended, although it is open",
  orphaned: "the alert that was to page for it pages no more",
  overdue: "its next step was not taken in time",
} as const

/** An open alert that nobody took on, and that nobody was going to be paged for. */
export type Fault = { alertId: string; projectId: string; why: keyof typeof reasons }

/** How long a step may be overdue: workers look each second, and a killed one is back within a few. */
const patienceSeconds = 60
const everySeconds = 60

/**
 * Proves of each open alert that it is acknowledged, exhausted, paged for by another, or has a next step to come,
 * and makes a step due where there is none. Once a minute by PostgreSQL's clock, whoever asks.
 *
 * @returns what was found; null where a minute is not over.
 */
export async function auditEscalations(
  services: Pick<Services, "database" | "bus">,
): Promise<Fault[] | null> {
  return transact(services, async (tx) => {
    const isDue = await tx.db.$executeRaw`
      update escalation_audit set began_at = now()
       where began_at <= now() - make_interval(secs => ${everySeconds}::int)`
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
                  when e.state = 'active' and e.due_at < now() - make_interval(secs => ${patienceSeconds}::int)
                    then 'overdue' end as why
        from alert
        left join escalation e on e.alert_id = alert.id
        left join alert lead on lead.id = e.lead_id
       where alert.acknowledged_at is null and alert.resolved_at is null) found
     where why is not null order by "alertId"`

async function repair(tx: Transaction, faults: Fault[]): Promise<void> {
  const idsOf = (...whys: Fault["why"][]) =>
    faults.filter(({ why }) => whys.includes(why)).map(({ alertId }) => alertId)
  await beginEscalations(tx, idsOf("missing"))
  await tx.db.$executeRaw`
    update escalation
       set state = 'active', ended_at = null, lead_id = null,
           waits_since = date_trunc('milliseconds', now()), due_at = date_trunc('milliseconds', now())
     where alert_id = any(${idsOf("ended", "orphaned")}::uuid[]) and state in ('ended', 'joined')
       and exists (select from alert
                    where id = alert_id and acknowledged_at is null and resolved_at is null)`
  for (const projectId of new Set(faults.map((fault) => fault.projectId))) {
    tx.publish("delivery.due", { projectId })
  }
}
