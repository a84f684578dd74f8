import { retriggerAlerts } from "../alert/retrigger.ts"
import { settleAlerts } from "../alert/settle.ts"
import type { Transaction } from "../transaction.ts"
import { announceIncidents } from "./announce.ts"
import { addEntries, machine } from "./timeline.ts"
import type { ToldIncident } from "./told.ts"
import { readToldIncidents, toldIncident } from "./told.ts"

/** Null where the outage was only degraded (no incident) or its rows are gone. */
export type OutageMoment = {
  incidentId: string | null
  alertId: string | null
  at: Date
  reason: string
}

type OfIncident = { incidentId: string; at: Date; reason: string }

/** Down again soon after their recovery: the same incidents and alerts, flapping, without a new page. */
export async function reopenOutages(tx: Transaction, moments: OutageMoment[]): Promise<void> {
  await reopenFlapping(tx, moments.flatMap(ofIncident))
  await retriggerAlerts(
    tx,
    moments.flatMap(({ alertId }) => alertId ?? []),
  )
}

/** Recovery resolves both, except where a person chose the state: then it only leaves a note. */
export async function resolveOutages(tx: Transaction, moments: OutageMoment[]): Promise<void> {
  await resolveRecovered(tx, moments.flatMap(ofIncident))
  await settleAlerts(
    tx,
    moments.flatMap(({ alertId, at, reason }) =>
      alertId === null ? [] : [{ alertId, at, reason, respectsChoice: true }],
    ),
  )
}

const ofIncident = ({ incidentId, ...moment }: OutageMoment): OfIncident[] =>
  incidentId === null ? [] : [{ ...moment, incidentId }]

/** Nothing to move but the mark where a person opened it again before the machine did. */
async function reopenFlapping(tx: Transaction, moments: OfIncident[]): Promise<void> {
  if (moments.length === 0) return
  const reopened = await tx.db.$queryRaw<ToldIncident[]>`
    update incident set is_flapping = true, updated_at = now(), resolved_at = null,
           state_id = case when resolved_at is null then state_id else state.id end,
           acknowledged_at = case when resolved_at is null then acknowledged_at end,
           acknowledged_by = case when resolved_at is null then acknowledged_by end,
           is_manual = resolved_at is null and is_manual
      from state
     where incident.id = any(${moments.map(({ incidentId }) => incidentId)}::uuid[])
       and state.project_id = incident.project_id
       and state.subject = 'incident' and state.name = 'identified'
    returning ${toldIncident}`
  await tell(
    tx,
    moments,
    new Map(reopened.map((row) => [row.id, { incident: row, kind: "reopened" }])),
  )
}

async function resolveRecovered(tx: Transaction, moments: OfIncident[]): Promise<void> {
  if (moments.length === 0) return
  const resolved = await tx.db.$queryRaw<ToldIncident[]>`
    update incident set state_id = state.id, resolved_at = row.at, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb)
             as row ("incidentId" uuid, at timestamptz), state
     where incident.id = row."incidentId" and incident.resolved_at is null and not incident.is_manual
       and state.project_id = incident.project_id
       and state.subject = 'incident' and state.name = 'resolved'
    returning ${toldIncident}`
  const became = new Map<string, Became>(
    resolved.map((incident) => [incident.id, { incident, kind: "resolved" }]),
  )
  const rest = moments.flatMap(({ incidentId: id }) => (became.has(id) ? [] : [id]))
  const kept = rest.length === 0 ? [] : await readToldIncidents(tx, rest)
  for (const incident of kept) became.set(incident.id, { incident, kind: "note" })
  await tell(tx, moments, became)
}

/** `note`: a person chose another state, or had resolved it already. */
type Became = { incident: ToldIncident; kind: "reopened" | "resolved" | "note" }

/** A timeline entry and an event for each; whose incident is gone is passed over. */
async function tell(
  tx: Transaction,
  moments: OfIncident[],
  became: Map<string, Became>,
): Promise<void> {
  const entries = await addEntries(
    tx,
    machine,
    moments.flatMap(({ incidentId, at, reason }) => {
      const found = became.get(incidentId)
      if (found === undefined) return []
      const { incident, kind } = found
      const isKept = kind === "note" && incident.resolvedAt === null
      const body = isKept ? `${reason} The state stays as a person chose it.` : reason
      return [{ incidentId, incident, kind, body, at }]
    }),
  )
  await announceIncidents(
    tx,
    entries.map(({ id, incident, kind, body }) => ({
      incident,
      event: kind === "resolved" ? "incident.resolved" : "incident.updated",
      change: id,
      reason: body,
    })),
  )
}
