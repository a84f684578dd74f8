import type { Finding } from "../../../findings/finding.ts"
import { say, withTexts } from "../../../findings/say.ts"
import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { descriptionOf } from "./rules/incident-texts.ts"

/** An incident as events describe it. */
export type AnnouncedIncident = {
  id: string
  projectId: string
  number: number
  title: string
  description: string
  findings: unknown
  state: { name: string; color: string; is_resolved: boolean }
  severity: { name: string; color: string }
  monitor: { id: string; name: string } | null
  /** Statuses that a person announced for monitors. */
  monitors: { id: string; name: string; status: MonitorStatus }[]
  isFlapping: boolean
  startedAt: Date
  resolvedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Its columns, for both `select` and `returning`, so that a written row does not have to be read again. */
export const announcedIncident = `
  incident.id, incident.project_id as "projectId", incident.number, incident.title, incident.description,
  incident.findings,
  (select jsonb_build_object('name', s.name, 'color', s.color, 'is_resolved', s.meaning = 'resolved')
     from state s where s.id = incident.state_id) as state,
  (select jsonb_build_object('name', s.name, 'color', s.color)
     from severity s where s.id = incident.severity_id) as severity,
  (select jsonb_build_object('id', m.id, 'name', m.name)
     from monitor m where m.id = incident.monitor_id) as monitor,
  (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'status', im.status)
                             order by m.name, m.id), '[]')
     from incident_monitor im join monitor m on m.id = im.monitor_id
    where im.incident_id = incident.id) as monitors,
  incident.is_flapping as "isFlapping", incident.started_at as "startedAt",
  incident.resolved_at as "resolvedAt", incident.created_at as "createdAt", incident.updated_at as "updatedAt"`

export const readAnnouncedIncidents = (
  tx: SqlTransaction,
  ids: string[],
): Promise<AnnouncedIncident[]> =>
  tx.query({
    name: "announced-incidents",
    text: `
      select ${announcedIncident} from incident where id = any($1::uuid[])`,
    values: [ids],
  })

/** In the names of the public API. @param own what a new one says, which need not be read. */
export function payloadOf(incident: AnnouncedIncident, own?: readonly Finding[]) {
  const { text, findings } = own?.length
    ? { text: say(own), findings: own }
    : descriptionOf(incident)
  return {
    id: incident.id,
    number: incident.number,
    title: incident.title,
    description: text,
    findings: withTexts(findings),
    state: incident.state,
    severity: incident.severity,
    monitor: incident.monitor,
    monitors: incident.monitors,
    is_flapping: incident.isFlapping,
    started_at: incident.startedAt.toISOString(),
    resolved_at: incident.resolvedAt?.toISOString() ?? null,
    created_at: incident.createdAt.toISOString(),
    updated_at: incident.updatedAt.toISOString(),
  }
}
