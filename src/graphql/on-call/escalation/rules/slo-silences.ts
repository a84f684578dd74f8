/**
 * SQL: when the silences of an SLO end: its mute, and a maintenance that covers all of its monitors. A window that
 * covers some of them silences nothing, because the others still count.
 */
export const sloSilences = (sloId: string) => `
  select muted_until from slo where id = ${sloId}
  union all
  select min(covered.until) from (
    select (select max(w.ends_at) from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
             where mm.monitor_id = sm.monitor_id and w.state <> 'cancelled'
               and w.starts_at <= now() and w.ends_at > now()) as until
      from slo_monitor sm where sm.slo_id = ${sloId}) covered
  having bool_and(covered.until is not null)`
