import type { Finding } from "../../../findings/finding.ts"
import { actorName, type Actor } from "../../kernel/access.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { recordAuditAll } from "../../workspace/audit/record-audit.ts"
import { announceIncidents } from "./announce-incident.ts"
import { announcedIncident, type AnnouncedIncident } from "./announced-incident.ts"
import { stateMoved } from "../state/rules/state-label.ts"
import { addEntries, machine, moveWords } from "./timeline.ts"

/**
 * Locks the incidents of alerts, and of those that joined them, before the alerts, as recovery does: of two
 * acknowledgements at once, the second one sees the first one's alert. Locks further incidents in the same order.
 */
export async function lockIncidentsOf(
  tx: SqlTransaction,
  alertIds: string[],
  incidentIds: string[] = [],
): Promise<void> {
  await tx.query({
    name: "hold-incidents-of-alerts",
    text: `
      select from incident where id in (
        select incident_id from alert where id = any($1::uuid[])
        union
        select alert.incident_id from escalation own
          join escalation other on other.lead_id = coalesce(own.lead_id, own.alert_id)
                                or other.alert_id = own.lead_id
          join alert on alert.id = other.alert_id
         where own.alert_id = any($1::uuid[])
        union
        select unnest($2::uuid[]))
       order by id for no key update`,
    values: [alertIds, incidentIds],
  })
}

/** Locks incidents, so that an alert that joins one is not missed by an acknowledgement at the same time. */
export async function lockIncidents(tx: SqlTransaction, incidentIds: string[]): Promise<void> {
  if (incidentIds.length === 0) return
  await tx.query({
    name: "hold-incidents",
    text: "select from incident where id = any($1::uuid[]) order by id for no key update",
    values: [incidentIds],
  })
}

/**
 * An open incident is acknowledged while all its open alerts are: settles it after a change of alerts. The state
 * follows from identified only; one that a person chose stays, unless a person withdraws the acknowledgement.
 */
export async function followAlerts(
  tx: SqlTransaction,
  actor: Actor,
  alertsOf: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(alertsOf.filter((id) => id !== null))]
  if (ids.length === 0) return
  for (const incident of await acknowledge(tx, ids)) {
    // It was acknowledged earlier if the alert that was still open has ended.
    const { by: name } = incident
    const by: Actor = name === actorName(actor) ? actor : { kind: "system", name }
    // Status pages show the state, which this did not change if a person chose it.
    const isPublic = incident.state.name === "acknowledged"
    const entry = { kind: "acknowledged", isPublic } as const
    await record(tx, by, [{ incident, entry, audit: { action: "incident.acknowledged" } }])
  }
  const withdrawn = await withdraw(tx, ids, actor !== machine)
  await record(
    tx,
    actor,
    withdrawn.map((incident) => ({
      incident,
      entry: {
        kind: "state_changed",
        body: moveWords(incident.from, incident.state.name),
        findings: [
          stateMoved(
            { name: incident.from, isBuiltIn: incident.isBuiltIn },
            { ...incident.state, isBuiltIn: true },
          ),
        ],
      },
      audit: {
        action: "incident.state_changed",
        changes: { state: { from: incident.from, to: incident.state.name } },
      },
    })),
  )
}

/** By whom and when the last of its open alerts was acknowledged. */
const acknowledge = (
  tx: SqlTransaction,
  ids: string[],
): Promise<(AnnouncedIncident & { by: string })[]> =>
  tx.query({
    name: "acknowledge-incidents-of-alerts",
    text: `
      update incident set acknowledged_at = last.acknowledged_at, acknowledged_by = last.acknowledged_by,
             updated_at = now(),
             state_id = case when incident.state_id = identified.id then acknowledged.id else incident.state_id end
        from (select distinct on (incident_id) incident_id, acknowledged_at, acknowledged_by from alert
               where incident_id = any($1::uuid[]) and resolved_at is null
               order by incident_id, acknowledged_at desc nulls first) last, state identified, state acknowledged
       where incident.id = last.incident_id and last.acknowledged_at is not null
         and incident.acknowledged_at is null and incident.resolved_at is null
         and identified.project_id = incident.project_id
         and identified.subject = 'incident' and identified.name = 'identified'
         and acknowledged.project_id = incident.project_id
         and acknowledged.subject = 'incident' and acknowledged.name = 'acknowledged'
      returning ${announcedIncident}, coalesce(incident.acknowledged_by, '') as "by"`,
    values: [ids],
  })

const withdraw = (
  tx: SqlTransaction,
  ids: string[],
  isByPerson: boolean,
): Promise<(AnnouncedIncident & { from: string; isBuiltIn: boolean })[]> =>
  tx.query({
    name: "unacknowledge-incidents-of-alerts",
    text: `
      update incident set acknowledged_at = null, acknowledged_by = null, updated_at = now(), state_id = identified.id
        from state before, state identified
       where incident.id = any($1::uuid[]) and incident.acknowledged_at is not null
         and incident.resolved_at is null and before.id = incident.state_id
         and ($2::boolean or before.is_built_in)
         and exists (select from alert where alert.incident_id = incident.id
                        and alert.resolved_at is null and alert.acknowledged_at is null)
         and identified.project_id = incident.project_id
         and identified.subject = 'incident' and identified.name = 'identified'
      returning ${announcedIncident}, before.name as "from", before.is_built_in as "isBuiltIn"`,
    values: [ids, isByPerson],
  })

type Followed = {
  incident: AnnouncedIncident
  entry: {
    kind: "acknowledged" | "state_changed"
    body?: string
    findings?: Finding[]
    isPublic?: boolean
  }
  audit: { action: string; changes?: { state: { from: string; to: string } } }
}

async function record(tx: SqlTransaction, actor: Actor, all: Followed[]): Promise<void> {
  if (all.length === 0) return
  const entries = await addEntries(
    tx,
    actor,
    all.map(({ incident, entry }) => ({ incidentId: incident.id, ...entry })),
  )
  await recordAuditAll(
    tx,
    actor,
    all.map(({ incident, audit }) => ({
      projectId: incident.projectId,
      subjectId: incident.id,
      subjectName: incident.title,
      ...audit,
    })),
  )
  const ids = new Map(entries.map(({ id, incidentId }) => [incidentId, id]))
  await announceIncidents(
    tx,
    all.map(({ incident }) => ({
      incident,
      event: "incident.updated",
      entryId: ids.get(incident.id) ?? null,
    })),
  )
}
