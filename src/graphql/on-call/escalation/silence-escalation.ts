import type { SqlTransaction } from "../../kernel/transaction.ts"

/** SQL: an escalation has a step to run or pages to send. */
export const isUnderWay = `
  (e.state in ('active', 'joined') or e.state = 'exhausted' and exists (
    select from page join delivery d on d.page_id = page.id
     where page.alert_id = e.alert_id and d.event = 'alert.created' and d.state = 'pending'))`

const openAlerts = (column: string, id: string) => `
  array(select a.id from alert a join escalation e on e.alert_id = a.id
         where a.${column} = ${id} and e.state <> 'ended' order by a.id)`

/** SQL: the alerts of a monitor whose escalations have not ended, which a silence concerns. */
export const openAlertsOf = (monitorId: string) => openAlerts("monitor_id", monitorId)

/** SQL: the same of an SLO. */
export const openAlertsOfSlo = (sloId: string) => openAlerts("slo_id", sloId)

/** SQL: an alert of the monitors $1, or of an SLO of theirs. */
const concernsMonitors = `(alert.monitor_id = any($1::uuid[])
  or alert.slo_id in (select slo_id from slo_monitor where monitor_id = any($1::uuid[])))`

/** Make paused escalations due after a silence ended early; a step that finds another silence pauses again. */
export const wakeEscalations = (tx: SqlTransaction, monitorIds: string[]): Promise<void> =>
  wake(tx, { name: "monitors", where: concernsMonitors, ids: monitorIds })

/** The same for an SLO. */
export const wakeEscalationsOfSlo = (tx: SqlTransaction, sloId: string): Promise<void> =>
  wake(tx, { name: "slos", where: "alert.slo_id = any($1::uuid[])", ids: [sloId] })

type Waking = { name: string; where: string; ids: string[] }

async function wake(tx: SqlTransaction, { name, where, ids }: Waking): Promise<void> {
  // Waits for a step that is applying the silence right now, so that its pause is undone below.
  await tx.query({
    name: `lock-escalations-of-${name}`,
    text: `select from escalation e join alert on alert.id = e.alert_id
            where ${where} and e.state = 'active' order by e.alert_id for no key update of e`,
    values: [ids],
  })
  const woken = await tx.query<{ projectId: string }>({
    name: `wake-escalations-of-${name}`,
    text: `update escalation e set due_at = date_trunc('milliseconds', now()), waiting_since = date_trunc('milliseconds', now())
             from alert
            where ${where} and e.alert_id = alert.id and e.state = 'active' and e.waiting_since > now()
           returning e.project_id as "projectId"`,
    values: [ids],
  })
  for (const { projectId } of woken) tx.publish("delivery.due", { projectId })
}
