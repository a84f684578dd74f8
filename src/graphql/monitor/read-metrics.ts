import type { MonitorKind, MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Context } from "../context.ts"

/** A live monitor as it stands now, with what its last check measured. Times are in seconds. */
export type MonitorMetrics = {
  id: string
  name: string
  kind: MonitorKind
  status: MonitorStatus
  is_paused: boolean
  is_muted: boolean
  is_maintained: boolean
  /** Since 1970; null before the first check. */
  checked_at: number | null
  /** Of the last check where it was answered; a phase that did not happen is null. */
  total: number | null
  dns: number | null
  connect: number | null
  tls: number | null
  first_byte: number | null
  transfer: number | null
  /** Until the certificate that the last check saw expires; negative once it has. */
  certificate_left: number | null
}

/** Single precision holds a thousandth of a millisecond; what is written beyond that is noise. */
const seconds = (column: string) =>
  `case when c.status in ('operational', 'degraded') then (round(c.${column}::numeric, 3) / 1000)::float8 end`

/** The last check is looked up by its key, one monitor at a time: a day of checks may be millions of rows. */
const query = `
  select m.id, m.name, m.kind, coalesce(s.status, 'unknown') as status, m.paused_at is not null as is_paused,
         coalesce(m.muted_until > now(), false) as is_muted,
         exists (select from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
                  where mm.monitor_id = m.id and w.state <> 'cancelled'
                    and w.starts_at <= now() and w.ends_at > now()) as is_maintained,
         extract(epoch from s.last_check_at)::float8 as checked_at,
         c.total, c.dns, c.connect, c.tls, c.first_byte, c.transfer,
         extract(epoch from k.expires_at - now())::float8 as certificate_left
    from monitor m
    left join monitor_state s on s.monitor_id = m.id
    left join lateral (
      select ${seconds("duration_ms")} as total, ${seconds("dns_ms")} as dns, ${seconds("connect_ms")} as connect,
             ${seconds("tls_ms")} as tls, ${seconds("first_byte_ms")} as first_byte,
             ${seconds("transfer_ms")} as transfer, certificate_id
        from check_result c
       where c.monitor_seq = m.seq and c.started_at = s.last_check_at and m.kind <> 'heartbeat'
       limit 1) c on true
    left join certificate k on k.id = c.certificate_id
   where m.project_id = $1 and m.deleted_at is null
   order by m.name, m.id`

/** Every live monitor of a project, by name. */
export async function readMetrics(ctx: Context, projectId: string): Promise<MonitorMetrics[]> {
  await ctx.access.require(projectId, "monitors:read")
  const { rows } = await ctx.database.pool.query<MonitorMetrics>({
    name: "metrics",
    text: query,
    values: [projectId],
  })
  return rows
}
