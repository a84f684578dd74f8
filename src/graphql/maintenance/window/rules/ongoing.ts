/**
 * Subquery for the monitors that are in a window now. The window's times decide, not its state: a late job must never
 * cause a page.
 */
export const maintainedMonitorsSql = `select mm.monitor_id
    from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
   where w.state <> 'cancelled' and w.starts_at <= now() and now() < w.ends_at`
