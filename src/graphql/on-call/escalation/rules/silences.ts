import { sloSilences } from "./slo-silences.ts"

const ongoing = (monitorId: string) => `
  select from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
   where mm.monitor_id = ${monitorId} and w.state <> 'cancelled' and w.starts_at <= now() and now() < w.ends_at`

/**
 * SQL: an alert must be silent now, because its monitor is paused, muted, in maintenance or below a parent that is
 * offline, its SLO is silenced, or a person snoozed it.
 *
 * @param alert alias of its row.
 */
export const isSilenced = (alert: string): string => `(
  coalesce(${alert}.snoozed_until > now(), false)
  or exists (select from monitor m left join monitor_state parent on parent.monitor_id = m.parent_id
           where m.id = ${alert}.monitor_id
             and (m.paused_at is not null or m.muted_until > now() or parent.machine ->> 'confirmed' = 'offline'
                  or exists (${ongoing("m.id")})))
  or exists (select from (${sloSilences(`${alert}.slo_id`)}) of_slo (until) where of_slo.until > now()))`
