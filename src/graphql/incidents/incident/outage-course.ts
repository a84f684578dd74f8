import { storableJson, type Finding } from "../../../findings/finding.ts"
import { retriggerAlerts } from "../alert/retrigger-alert.ts"
import { settleAlerts } from "../alert/settle-alert.ts"
import { countOutages, noteRecoveries, type Flap } from "./count-outages.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { isAnnouncedBefore } from "../../outbox/since-restore.ts"
import { announceIncidents } from "./announce-incident.ts"
import { addEntries, machine } from "./timeline.ts"
import { isDescriptionGenerated } from "./renew-reason.ts"
import {
  readAnnouncedIncidents,
  announcedIncident,
  type AnnouncedIncident,
} from "./announced-incident.ts"

/** Null if the outage was only degraded (no incident) or its rows were deleted. */
export type OutageMoment = {
  incidentId: string | null
  alertId: string | null
  at: Date
  /** When the outage that reopens it began; `at` is when it was confirmed. */
  startedAt?: Date
  findings: readonly Finding[]
  /** Who ended it, if it did not recover on its own. */
  by?: string
  /** True if it cannot recur, so that no all-clear follows the end of a flap. */
  isFinal?: boolean
}

/** @property flap the flap that this moment belongs to; null for the first recovery or recurrence. */
type OfIncident = Pick<OutageMoment, "at" | "findings"> & { incidentId: string; flap: Flap | null }

type Flaps = ReadonlyMap<string, Flap>

/** Reopens the same incidents and alerts when targets are down again soon after recovering. */
export async function reopenOutages(tx: SqlTransaction, moments: OutageMoment[]): Promise<void> {
  const flaps = await countOutages(
    tx,
    moments.flatMap(({ alertId, at, startedAt = at }) =>
      alertId === null ? [] : [{ alertId, at: startedAt }],
    ),
  )
  await reopenFlapping(tx, moments.flatMap(ofIncident(flaps)))
  const which = (is: (flap: Flap) => boolean) =>
    new Set([...flaps.values()].filter(is).map(({ alertId }) => alertId))
  const quiet = which(({ isFirst }) => !isFirst)
  const alerts = moments.flatMap(({ alertId, findings }) =>
    alertId === null ? [] : [{ alertId, findings }],
  )
  await retriggerAlerts(tx, alerts, { quiet, acknowledged: which((one) => one.isAcknowledged) })
}

/** Resolves incidents and alerts on recovery; if a person set the state, it only adds a note. */
export async function resolveOutages(tx: SqlTransaction, moments: OutageMoment[]): Promise<void> {
  const ofAlert = moments.flatMap(({ alertId, at, findings, by }) =>
    alertId === null
      ? []
      : [{ alertId, at, findings, ...(by === undefined ? {} : { by }), respectsChoice: true }],
  )
  const flaps = await noteRecoveries(tx, ofAlert)
  await resolveRecovered(tx, moments.flatMap(ofIncident(flaps)))
  const final = new Set(moments.flatMap(({ alertId, isFinal }) => (isFinal ? (alertId ?? []) : [])))
  await settleAlerts(tx, ofAlert, new Set(flaps.keys()).difference(final))
}

const ofIncident =
  (flaps: Flaps) =>
  ({ incidentId, alertId, at, findings }: OutageMoment): OfIncident[] => {
    const flap = (alertId === null ? undefined : flaps.get(alertId)) ?? null
    return incidentId === null ? [] : [{ incidentId, at, findings, flap }]
  }

/** SQL: who acknowledged the flap stays responsible for its next outage. */
const isKept = "(incident.id = any($2::uuid[]) and incident.acknowledged_at is not null)"

/** Does nothing but set the flap mark if a person reopened the incident first. */
async function reopenFlapping(tx: SqlTransaction, moments: OfIncident[]): Promise<void> {
  if (moments.length === 0) return
  const reopened = await tx.query<AnnouncedIncident>({
    name: "reopen-incidents",
    text: `
      update incident set is_flapping = true, updated_at = now(), resolved_at = null,
             description = case when ${isDescriptionGenerated} then '' else incident.description end,
             findings = case when ${isDescriptionGenerated} then row.findings else incident.findings end,
             state_id = case when resolved_at is null then state_id else state.id end,
             acknowledged_at = case when resolved_at is null or ${isKept} then acknowledged_at end,
             acknowledged_by = case when resolved_at is null or ${isKept} then acknowledged_by end,
             is_manual = resolved_at is null and is_manual
        from state, jsonb_to_recordset($1::jsonb) as row ("incidentId" uuid, findings jsonb)
       where incident.id = row."incidentId"
         and state.project_id = incident.project_id
         and state.subject = 'incident' and state.name = case when ${isKept} then 'acknowledged' else 'identified' end
      returning ${announcedIncident}`,
    values: [
      storableJson(moments.map(({ incidentId, findings }) => ({ incidentId, findings }))),
      moments.flatMap(({ incidentId, flap }) => (flap?.isAcknowledged ? [incidentId] : [])),
    ],
  })
  await tell(
    tx,
    moments,
    new Map(reopened.map((row) => [row.id, { incident: row, kind: "reopened" }])),
  )
}

async function resolveRecovered(tx: SqlTransaction, moments: OfIncident[]): Promise<void> {
  if (moments.length === 0) return
  const resolved = await tx.query<AnnouncedIncident & { isKnown: boolean }>({
    name: "resolve-incidents",
    text: `
      update incident set state_id = state.id, resolved_at = row.at, updated_at = now()
        from jsonb_to_recordset($1::jsonb)
               as row ("incidentId" uuid, at timestamptz), state
       where incident.id = row."incidentId" and incident.resolved_at is null and not incident.is_manual
         and state.project_id = incident.project_id
         and state.subject = 'incident' and state.name = 'resolved'
      returning ${announcedIncident}, ${isAnnouncedBefore("now()", "incident.created_at")} as "isKnown"`,
    values: [JSON.stringify(moments.map(({ incidentId, at }) => ({ incidentId, at })))],
  })
  const became = new Map<string, Became>(
    resolved.map(({ isKnown, ...incident }) => [
      incident.id,
      { incident, kind: "resolved", isKnown },
    ]),
  )
  const rest = moments.flatMap(({ incidentId: id }) => (became.has(id) ? [] : [id]))
  const kept = rest.length === 0 ? [] : await readAnnouncedIncidents(tx, rest)
  for (const incident of kept) became.set(incident.id, { incident, kind: "note" })
  await tell(tx, moments, became)
}

/** `note`: a person set another state or had already resolved it. */
type Became = {
  incident: AnnouncedIncident
  kind: "reopened" | "resolved" | "note"
  /** Subscribers are not notified again after a restore from a backup. */
  isKnown?: boolean
}

/**
 * Adds an event and a timeline entry for each; moments of a flap update the entry that summarizes it. Skips deleted
 * incidents.
 */
async function tell(
  tx: SqlTransaction,
  moments: OfIncident[],
  became: Map<string, Became>,
): Promise<void> {
  const all = moments.flatMap((moment) => {
    const found = became.get(moment.incidentId)
    if (found === undefined) return []
    const { incident, kind, isKnown = false } = found
    const isKept = kind === "note" && incident.resolvedAt === null
    const findings = isKept ? [...moment.findings, stateKept] : moment.findings
    return [{ ...moment, incident, kind, isKnown, findings }]
  })
  const isFolded = ({ flap }: OfIncident) => (flap?.updateId ?? null) !== null
  const entries = await addEntries(
    tx,
    machine,
    all
      .filter((one) => !isFolded(one))
      .map((one) =>
        one.flap === null ? one : { ...one, outages: one.flap.outages, until: one.at },
      ),
  )
  await foldEntries(tx, [...all.filter(isFolded), ...entries])
  const ids = new Map(entries.map(({ id, incidentId }) => [incidentId, id]))
  await announceIncidents(
    tx,
    all.map(({ incidentId, incident, kind, isKnown, findings }) => ({
      incident,
      event: kind === "resolved" ? "incident.resolved" : "incident.updated",
      // Without its own timeline entry, status page subscribers are not notified.
      entryId: isKnown ? null : (ids.get(incidentId) ?? null),
      findings,
    })),
  )
}

const stateKept: Finding = { code: "state_kept", parameters: {} }

type Folded = OfIncident & { id?: string; kind: Became["kind"] }

/** Updates entries that summarize flaps with the number of outages and the time of the last change. */
async function foldEntries(tx: SqlTransaction, all: Folded[]): Promise<void> {
  const rows = all.flatMap(({ flap, at, id, kind, findings }) =>
    flap === null
      ? []
      : [
          {
            alertId: flap.alertId,
            id: id ?? flap.updateId,
            outages: flap.outages,
            at,
            // It tells the reason of the latest outage.
            findings: kind === "reopened" ? findings : undefined,
          },
        ],
  )
  if (rows.length === 0) return
  await tx.query({
    name: "fold-entries",
    text: `
      with row as (
        select * from jsonb_to_recordset($1::jsonb)
          as row ("alertId" uuid, id uuid, outages int, at timestamptz, findings jsonb)
      ), folding as (
        update flap set update_id = row.id from row
         where flap.alert_id = row."alertId" and flap.update_id is distinct from row.id)
      update incident_update
         set outages = row.outages, until = row.at, findings = coalesce(row.findings, incident_update.findings),
             body = case when row.findings is null then incident_update.body else '' end
        from row where incident_update.id = row.id`,
    values: [storableJson(rows)],
  })
}
