import { readFindings, type Finding } from "../../../findings/finding.ts"
import { say, withTexts } from "../../../findings/say.ts"
import type { SloIndicator } from "../../../../prisma/generated/enums.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

/** An alert as events describe it. */
export type AnnouncedAlert = {
  id: string
  projectId: string
  number: number
  title: string
  /** In rows of older versions. */
  description: string
  findings: unknown
  state: { name: string; color: string }
  severity: { name: string; color: string }
  monitor: { id: string; name: string } | null
  /** In the names of the public API. */
  slo: {
    id: string
    name: string
    target_percent: number
    window_days: number
    indicator: SloIndicator
    service: string | null
  } | null
  source: { id: string; name: string; kind: string } | null
  incidentId: string | null
  snoozedUntil: Date | null
  assignee: { id: string; name: string } | null
  createdAt: Date
  updatedAt: Date
}

/** Its columns, for both `select` and `returning`, so that a written row does not have to be read again. */
export const announcedAlert = `
  alert.id, alert.project_id as "projectId", alert.number, alert.title, alert.description, alert.findings,
  (select jsonb_build_object('name', s.name, 'color', s.color)
     from state s where s.id = alert.state_id) as state,
  (select jsonb_build_object('name', s.name, 'color', s.color)
     from severity s where s.id = alert.severity_id) as severity,
  (select jsonb_build_object('id', m.id, 'name', m.name)
     from monitor m where m.id = alert.monitor_id) as monitor,
  (select jsonb_build_object('id', s.id, 'name', s.name, 'target_percent', s.target_percent,
          'window_days', s.window_days, 'indicator', s.indicator, 'service', s.service)
     from slo s where s.id = alert.slo_id) as slo,
  (select jsonb_build_object('id', s.id, 'name', s.name, 'kind', s.kind)
     from source s where s.id = alert.source_id) as source,
  (select jsonb_build_object('id', u.id, 'name', u.name) from "user" u where u.id = alert.assignee_id) as assignee,
  alert.incident_id as "incidentId", alert.snoozed_until as "snoozedUntil", alert.created_at as "createdAt", alert.updated_at as "updatedAt"`

export const readAnnouncedAlerts = (tx: SqlTransaction, ids: string[]): Promise<AnnouncedAlert[]> =>
  tx.query({
    name: "announced-alerts",
    text: `
      select ${announcedAlert} from alert where id = any($1::uuid[])`,
    values: [ids],
  })

/** In the names of the public API. @param findings its own, if they have been read. */
export function payloadOf(
  alert: AnnouncedAlert,
  findings: readonly Finding[] = readFindings(alert.findings, alert.description),
) {
  return {
    id: alert.id,
    number: alert.number,
    title: alert.title,
    description: say(findings),
    findings: withTexts(findings),
    state: alert.state,
    severity: alert.severity,
    monitor: alert.monitor,
    slo: alert.slo,
    source: alert.source,
    incident_id: alert.incidentId,
    snoozed_until: alert.snoozedUntil?.toISOString() ?? null,
    assignee: alert.assignee,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  }
}
