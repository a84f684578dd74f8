import type { SqlTransaction } from "../../kernel/transaction.ts"
import { addEntries, machine } from "./timeline.ts"

/** Null if the outage was only degraded (no incident) or its rows were deleted. */
export type RenewedReason = { incidentId: string | null; alertId: string | null; reason: string }

/** SQL: the description of an incident that nobody has edited is that of one of its alerts. */
export const isDescriptionGenerated = `
  exists (select from alert said where said.incident_id = incident.id and said.description = incident.description)`

/**
 * Let incidents and alerts that stay open tell the reason of the latest failed check, without paging again. The
 * timeline keeps the first reason, and the present one in a note of its own.
 */
export async function renewReasons(tx: SqlTransaction, renewed: RenewedReason[]): Promise<void> {
  if (renewed.length === 0) return
  await renewIncidents(tx, renewed)
  const alerts = await tx.query<{ projectId: string; alertId: string }>({
    name: "renew-alerts",
    text: `
      update alert set description = row.reason, updated_at = now()
        from jsonb_to_recordset($1::jsonb) as row ("alertId" uuid, reason text)
       where alert.id = row."alertId" and alert.resolved_at is null and alert.description <> row.reason
      returning alert.project_id as "projectId", alert.id as "alertId"`,
    values: [JSON.stringify(renewed)],
  })
  for (const alert of alerts) tx.publish("alert.changed", alert)
}

type Renewed = { projectId: string; incidentId: string; before: string; reason: string }

/** Before the alerts, whose descriptions show which ones nobody has edited. */
async function renewIncidents(tx: SqlTransaction, renewed: RenewedReason[]): Promise<void> {
  const incidents = await tx.query<Renewed>({
    name: "renew-incidents",
    text: `
      with old as materialized (
        select incident.id, incident.description as before, row.reason
          from jsonb_to_recordset($1::jsonb) as row ("incidentId" uuid, reason text)
          join incident on incident.id = row."incidentId"
         where incident.resolved_at is null and incident.description <> row.reason and ${isDescriptionGenerated}
         order by incident.id for no key update of incident)
      update incident set description = old.reason, updated_at = now() from old where incident.id = old.id
      returning incident.project_id as "projectId", incident.id as "incidentId", old.before, old.reason`,
    values: [JSON.stringify(renewed)],
  })
  const noted = await tx.query<{ incidentId: string }>({
    name: "renew-notes",
    text: `
      update incident_update set body = row.reason, at = now()
        from jsonb_to_recordset($1::jsonb) as row ("incidentId" uuid, before text, reason text)
       where incident_update.id = (
               select last.id from incident_update last where last.incident_id = row."incidentId"
                order by last.at desc, last.id desc limit 1)
         and incident_update.kind = 'note' and incident_update.actor_kind = 'system'
         and incident_update.body = row.before
      returning incident_update.incident_id as "incidentId"`,
    values: [JSON.stringify(incidents)],
  })
  const isNoted = new Set(noted.map(({ incidentId }) => incidentId))
  await addEntries(
    tx,
    machine,
    incidents
      .filter(({ incidentId }) => !isNoted.has(incidentId))
      .map(({ incidentId, reason: body }) => ({ incidentId, kind: "note" as const, body })),
  )
  for (const { projectId, incidentId } of incidents) {
    tx.publish("incident.changed", { projectId, incidentId })
  }
}
