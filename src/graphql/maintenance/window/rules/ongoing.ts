import { maxDays } from "./maintenance-window.ts"

/**
 * Subquery for the monitors that are in a window now. The window's times decide, not its state: a late job must never
 * cause a page.
 */
export const maintainedMonitorsSql = `select mm.monitor_id
    from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
   where w.state <> 'cancelled' and w.starts_at <= now() and now() < w.ends_at`

/**
 * The windows of one project that are open now: id, monitor and end.
 *
 * @param projectId SQL of the project's id. A window lasts at most 90 days, which bounds the part of the index read.
 */
export const openWindowsSql = (projectId: string): string => `select mm.monitor_id, w.id, w.ends_at
    from maintenance w join maintenance_monitor mm on mm.maintenance_id = w.id
   where w.project_id = ${projectId} and w.state <> 'cancelled'
     and w.starts_at <= now() and w.starts_at > now() - interval '${maxDays} days' and now() < w.ends_at`
