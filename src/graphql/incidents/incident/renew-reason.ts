import { storableJson, type Finding } from "../../../findings/finding.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { addEntries, machine } from "./timeline.ts"

/** Null if the outage was only degraded (no incident) or its rows were deleted. */
export type RenewedReason = {
  incidentId: string | null
  alertId: string | null
  findings: readonly Finding[]
}

/** SQL: nobody has edited the description. In rows of older versions it is then that of one of its alerts. */
export const isDescriptionGenerated = `
  case when incident.findings is not null then incident.findings <> '[]'
       else incident.description <> '' and exists (
              select from alert said where said.incident_id = incident.id and said.description = incident.description) end`

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
      update alert set findings = row.findings, description = '', updated_at = now()
        from jsonb_to_recordset($1::jsonb) as row ("alertId" uuid, findings jsonb)
       where alert.id = row."alertId" and alert.resolved_at is null and alert.findings is distinct from row.findings
      returning alert.project_id as "projectId", alert.id as "alertId"`,
    values: [storableJson(renewed)],
  })
  for (const alert of alerts) tx.publish("alert.changed", alert)
}

type Renewed = { projectId: string; incidentId: string; before: unknown; findings: Finding[] }

/** Before the alerts: the descriptions of older versions show which ones nobody has edited. */
async function renewIncidents(tx: SqlTransaction, renewed: RenewedReason[]): Promise<void> {
  const incidents = await tx.query<Renewed>({
    name: "renew-incidents",
    text: `
      with old as materialized (
        select incident.id, incident.findings as before, row.findings
          from jsonb_to_recordset($1::jsonb) as row ("incidentId" uuid, findings jsonb)
          join incident on incident.id = row."incidentId"
         where incident.resolved_at is null and incident.findings is distinct from row.findings and ${isDescriptionGenerated}
         order by incident.id for no key update of incident)
      update incident set findings = old.findings, description = '', updated_at = now() from old where incident.id = old.id
      returning incident.project_id as "projectId", incident.id as "incidentId", old.before, old.findings`,
    values: [storableJson(renewed)],
  })
  const noted = await tx.query<{ incidentId: string }>({
    name: "renew-notes",
    text: `
      update incident_update set findings = row.findings, at = now()
        from jsonb_to_recordset($1::jsonb) as row ("incidentId" uuid, before jsonb, findings jsonb)
       where incident_update.id = (
               select last.id from incident_update last where last.incident_id = row."incidentId"
                order by last.at desc, last.id desc limit 1)
         and incident_update.kind = 'note' and incident_update.actor_kind = 'system'
         and incident_update.findings = row.before
      returning incident_update.incident_id as "incidentId"`,
    values: [storableJson(incidents)],
  })
  const isNoted = new Set(noted.map(({ incidentId }) => incidentId))
  await addEntries(
    tx,
    machine,
    incidents
      .filter(({ incidentId }) => !isNoted.has(incidentId))
      .map(({ incidentId, findings }) => ({ incidentId, kind: "note" as const, findings })),
  )
  for (const { projectId, incidentId } of incidents) {
    tx.publish("incident.changed", { projectId, incidentId })
  }
}
