import type { MonitorKind, MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import type { Context } from "../../../kernel/context.ts"
import { monitorsOf } from "../../../kernel/monitor-scope.ts"
import { probedKindsSql } from "../rules/monitor-kinds.ts"

/** A monitor's current state with measurements of its last check; times in seconds. */
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
  /** Of the last check, if it got a response; null for phases that did not happen. */
  total: number | null
  dns: number | null
  connect: number | null
  tls: number | null
  first_byte: number | null
  transfer: number | null
  /** Seconds until the certificate expires; negative after it. */
  certificate_left: number | null
}

/** Removes the noise of single precision, which holds about a thousandth of a millisecond. */
const seconds = (column: string) =>
  `case when c.status in ('operational', 'degraded') then (round(c.${column}::numeric, 3) / 1000)::float8 end`

/** Looks up the last check by key per monitor, because a day of checks may have millions of rows. */
const query = (within: string) => `
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
       where c.monitor_seq = m.seq and c.started_at = s.last_check_at and m.kind in (${probedKindsSql})
       limit 1) c on true
    left join certificate k on k.id = c.certificate_id
   where m.project_id = $1 and m.deleted_at is null ${within}
   order by m.name, m.id`

/** Every live monitor of a project, by name. */
export async function readMetrics(ctx: Context, projectId: string): Promise<MonitorMetrics[]> {
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const { rows } = await ctx.database.pool.query<MonitorMetrics>(
    limit === null
      ? { name: "metrics", text: query(""), values: [projectId] }
      : {
          name: "limited-metrics",
          text: query(`and m.id in (${monitorsOf("$2::uuid[]")})`),
          values: [projectId, limit],
        },
  )
  return rows
}
