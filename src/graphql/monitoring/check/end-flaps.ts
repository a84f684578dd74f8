import type { Services } from "../../../platform/services.ts"
import { machine as machineSchema, type Machine } from "./rules/check-state.ts"
import { notifyPaged, stopEscalations } from "../../on-call/escalation/end-escalation.ts"
import { isAnnouncedBefore } from "../../outbox/since-restore.ts"
import { announceIncident } from "../../incidents/incident/announce-incident.ts"
import { addEntry, machine as system } from "../../incidents/incident/timeline.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"

type Due = {
  alertId: string
  incidentId: string | null
  outages: number
  beganAt: Date
  recoveredAt: Date
  updateId: string | null
  windowMinutes: number
  /** Resolved by its recovery, with no state set by a person since. */
  isOver: boolean
  isIncidentOver: boolean
  isWatched: boolean
  isKnown: boolean
  machine: unknown
}

/** Other workers skip the locked row; a check that finds the monitor down again waits for it, and restarts the flap. */
const dueFlap: Statement = {
  name: "due-flap",
  text: `
    select flap.alert_id as "alertId", alert.incident_id as "incidentId", flap.outages, flap.began_at as "beganAt",
           flap.recovered_at as "recoveredAt", flap.update_id as "updateId",
           monitor.flap_window_minutes as "windowMinutes",
           alert.resolved_at is not null and alert.resolved_by is null as "isOver",
           coalesce(incident.resolved_at is not null and not incident.is_manual, false) as "isIncidentOver",
           monitor.paused_at is null and monitor.deleted_at is null as "isWatched", state.machine,
           ${isAnnouncedBefore("flap.recovered_at", "alert.created_at")} as "isKnown"
      from flap join alert on alert.id = flap.alert_id
      join monitor on monitor.id = alert.monitor_id join monitor_state state on state.monitor_id = monitor.id
      left join incident on incident.id = alert.incident_id
     where flap.due_at <= now() order by flap.due_at, flap.alert_id limit 1 for update of flap skip locked`,
  values: [],
}

/** Ends flaps whose target has stayed up for the flap window; returns how many were announced. */
export async function endFlaps(services: Pick<Services, "database" | "bus">): Promise<number> {
  let ended = 0
  while ((await finds(services, dueFlap)) && (await transact(services, endOne))) ended += 1
  return ended
}

async function endOne(tx: Transaction): Promise<boolean> {
  const [due] = await tx.query<Due>(dueFlap)
  if (due === undefined) return false
  const { alertId, isOver, isWatched } = due
  if (isWatched && isOver && !isUp(machineSchema.parse(due.machine))) {
    await tx.query({
      name: "postpone-flap",
      text: "update flap set due_at = now() + interval '15 seconds' where alert_id = $1::uuid",
      values: [alertId],
    })
    return true
  }
  await tx.query({
    name: "end-flap",
    text: "update flap set due_at = null, ended_at = now() where alert_id = $1::uuid",
    values: [alertId],
  })
  if (isOver) await stopEscalations(tx, [alertId], new Set([alertId]))
  if (isWatched && isOver && !due.isKnown) await announce(tx, due)
  return true
}

/** Whether no check has failed since the recovery; a lesser outage has its own alert. */
function isUp({ isBlind, outage, runs }: Machine): boolean {
  if (isBlind) return false
  return outage?.isDeclared ? runs.offline.count === 0 : outage === null && runs.bad.count === 0
}

async function announce(tx: Transaction, due: Due): Promise<void> {
  const { alertId, incidentId, outages, beganAt, recoveredAt, windowMinutes } = due
  await notifyPaged(tx, [{ alertId, event: "alert.flap_ended", change: recoveredAt.toISOString() }])
  if (incidentId === null || !due.isIncidentOver) return
  const [from, until] = [beganAt.toISOString(), recoveredAt.toISOString()]
  const entryId = await addEntry(tx, system, {
    incidentId,
    kind: "resolved",
    outages,
    until: recoveredAt,
    findings: [
      { code: "flap_ended", parameters: { minutes: windowMinutes, outages, from, until } },
    ],
  })
  await announceIncident(tx, incidentId, { event: "incident.updated", entryId })
}
