/**
 * The monitors that are inside a window at this moment, as a query within another. The window's times decide, not its
 * state: a housekeeper that comes late must never cause a page.
 */
export const maintainedMonitorsSql = `select mm.monitor_id
    from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
   where w.state <> 'cancelled' and w.starts_at <= now() and now() < w.ends_at`
