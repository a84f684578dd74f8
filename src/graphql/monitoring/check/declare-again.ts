import type { Services } from "../../../platform/services.ts"
import {
  finds,
  transact,
  type SqlTransaction,
  type Statement,
  type Transaction,
} from "../../kernel/transaction.ts"
import { lockStates } from "./lock-states.ts"
import type { Machine, Outage } from "./rules/check-state.ts"

/**
 * Undeclare ongoing outages whose alerts a person resolved an hour ago: the next failed check declares them again,
 * as at the end of a silence.
 *
 * @returns how many alerts were processed.
 */
export async function declareAgain(services: Pick<Services, "database" | "bus">): Promise<number> {
  let processed = 0
  while ((await finds(services, dueDeclaration)) && (await transact(services, takeOne))) {
    processed += 1
  }
  return processed
}

type Due = { alertId: string; monitorId: string }
type Resolved = { incidentId: string | null; isIncidentOpen: boolean }

const dueDeclaration: Statement = {
  name: "due-declaration",
  text: `
    select alert.id as "alertId", monitor.id as "monitorId" from alert join monitor on monitor.id = alert.monitor_id
     where alert.declare_again_at <= now() and monitor.paused_at is null and monitor.deleted_at is null
     order by alert.declare_again_at, alert.id limit 1`,
  values: [],
}

/** Lock the monitor's state before its alert, in the same order as storing checks does. */
async function takeOne(tx: Transaction): Promise<boolean> {
  const [due] = await tx.query<Due>(dueDeclaration)
  if (due === undefined) return false
  const { alertId, monitorId } = due
  const state = (await lockStates(tx, [monitorId])).get(monitorId)
  // Paused or deleted at this moment.
  if (state === undefined) return true
  const resolved = await take(tx, alertId)
  const { outage } = state.machine
  if (resolved === null || outage?.alertId !== alertId) return true
  await store(tx, monitorId, { ...state.machine, outage: undeclared(outage, resolved) })
  return true
}

/** Null when another worker took it, or the alert is open again. */
async function take(tx: SqlTransaction, alertId: string): Promise<Resolved | null> {
  const [taken] = await tx.query<Resolved & { isResolved: boolean }>({
    name: "take-declaration",
    text: `
      update alert set declare_again_at = null where id = $1::uuid and declare_again_at <= now()
      returning incident_id as "incidentId", resolved_at is not null as "isResolved",
                exists (select from incident
                         where incident.id = alert.incident_id and incident.resolved_at is null) as "isIncidentOpen"`,
    values: [alertId],
  })
  return taken?.isResolved ? taken : null
}

/** An incident that is still open continues with the next alert. */
const undeclared = (outage: Outage, { incidentId, isIncidentOpen }: Resolved): Outage => ({
  ...outage,
  isDeclared: false,
  wasSilenced: true,
  alertId: null,
  incidentId: isIncidentOpen ? incidentId : null,
})

async function store(tx: SqlTransaction, monitorId: string, machine: Machine): Promise<void> {
  await tx.query({
    name: "store-undeclared",
    text: "update monitor_state set machine = $2::jsonb where monitor_id = $1::uuid",
    values: [monitorId, JSON.stringify(machine)],
  })
}
