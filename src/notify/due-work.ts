import type pg from "pg"
import { longestBeforeMinutes } from "../graphql/maintenance/window/rules/maintenance-notices.ts"

const queued = (condition: string) =>
  `select from delivery where state = 'pending' and ${condition}`

/**
 * Whether a loop has something to do by PostgreSQL's clock. Each may hold when the loop then finds nothing, but never
 * the other way around, and is one entry of an index.
 */
const conditions = {
  event: queued("target = 'everyone'"),
  webhook: queued("endpoint_id is not null"),
  page: queued("queue in ('page', 'notice') and queue = 'page'"),
  notice: queued("queue in ('page', 'notice') and queue = 'notice'"),
  escalation: `
    select from escalation where state = 'active' and due_at <= now()
    union all
    select from escalation where reach_check_at <= now()`,
  leases: "select from delivery_lease where until < now()",
  maintenance: `
    select from maintenance_series where plan_at <= now()
    union all
    select from maintenance where state = 'scheduled' and starts_at <= now()
    union all
    select from maintenance where state = 'ongoing' and ends_at <= now()
    union all
    select from maintenance
     where state = 'scheduled' and reminded_at is null and starts_at > now()
       and starts_at <= now() + interval '${longestBeforeMinutes} minutes'
       and starts_at <= now() + make_interval(mins => notify_before_minutes)`,
  onCall: `
    select from rotation r where recheck_at <= now()
       and exists (select from escalation_target t where t.rotation_id = r.id)
    union all
    select from page where digest_at <= now()
    union all
    select from page where overflow_at <= now()`,
  reports:
    "select from report_schedule s join project p on p.id = s.project_id where s.send_at <= now() and p.deleted_at is null",
  slos: "select from slo where due_at <= now()",
  audit:
    "select from audit_entry e join project p on p.id = e.project_id where e.seq is null and p.deleted_at is null",
  flaps: `
    select from flap where due_at <= now()
    union all
    select from alert join monitor on monitor.id = alert.monitor_id
     where alert.declare_again_at <= now() and monitor.paused_at is null and monitor.deleted_at is null`,
}

export type Work = keyof typeof conditions

const names = Object.keys(conditions) as Work[]
const text = `select ${names.map((name) => `exists (${conditions[name]}) as "${name}"`).join(", ")}`

/** What is due, read by one statement instead of by one or more of each loop. */
export async function readDueWork(pool: pg.Pool): Promise<Work[]> {
  const { rows } = await pool.query<Record<Work, boolean>>({ name: "due-work", text })
  const [due] = rows
  return names.filter((name) => due?.[name])
}
