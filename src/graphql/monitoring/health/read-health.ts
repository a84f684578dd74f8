import type { DeliveryQueue } from "../../../../prisma/generated/enums.ts"
import type { Trouble } from "../../../platform/resources/judge-usage.ts"
import type { Usage } from "../../../platform/resources/measure-resources.ts"
import { ownTroubles } from "../../../platform/resources/report-resources.ts"
import type { Services } from "../../../platform/services.ts"
import { overdueAfterSql } from "../check/rules/gap.ts"
import { connectingKindsSql, probedKindsSql } from "../monitor/rules/monitor-kinds.ts"
import { perEndpoint } from "../../delivery/webhook/rules/in-flight.ts"
import type { Judged } from "./rules/judged.ts"
import { judgeReports } from "./rules/judge-reports.ts"

/**
 * State of the installation, by PostgreSQL's clock; ages and lags in seconds, null if there is nothing to report.
 */
export type Figures = {
  /** Live monitors that are probed; heartbeats wait for others. */
  monitors: number
  /** Monitors whose next check should have finished by now. */
  overdueMonitors: number
  /** Those that connect to a target and have been checked, or should have been. Monitoring does not depend on telemetry. */
  dueMonitors: number
  /** Of these, those that the last check could not see; not those that we refuse to connect to. */
  unknownMonitors: number
  /** How far beyond its interval the latest monitor is. */
  lag: number | null
  lastCheckAge: number | null
  /** Whether every prober reaches anchors, and whether any does; null if none has reported recently. */
  isLineAlive: boolean | null
  isAnyLineAlive: boolean | null
  /** Whether every prober with this address family, or with name servers, gets responses; null if none has. */
  isIpv4Alive: boolean | null
  isIpv6Alive: boolean | null
  areResolversAlive: boolean | null
  /** What the probers' proofs of their own networks found, each once; as text by older versions. */
  findings: { code: string; parameters?: object; text?: string }[]
  /** Whether a prober has no anchors, by the setting. */
  hasNoAnchors: boolean | null
  probeAge: number | null
  /**
   * Age of the oldest due delivery that no worker has claimed, by queue. For webhooks only those that wait for us:
   * an endpoint that failed last or has its maximum in flight delays its own deliveries.
   */
  oldestDue: Record<DeliveryQueue, number | null>
  openAlerts: number
  /** Open alerts that the last audit found without a next step, and over all audits. */
  faults: number
  faultsTotal: number
  /** Open alerts about which nobody can be reached: every message failed. */
  unreachableAlerts: number
  auditAge: number | null
  /** Stored secrets that monitoring and paging need and that cannot be decrypted. */
  unreadableSecrets: number
  /** Why the dead-man URL did not accept the last ping, as `readLast` reads it. */
  pingError: string | null
  pingFindings: unknown
  /** Static copies of status pages whose last export failed. */
  failingExports: number
  /** Enabled channels, and those whose last message failed. */
  channels: number
  failingChannels: number
  /** Calendars of rotations that were not read last time. */
  failingCalendars: number
  /** What processes reported about themselves and their machines within a day, last report first. */
  reports: ResourceReport[]
}

/** `detail` is what older versions report. */
type StoredTrouble = Omit<Trouble, "findings"> & { findings?: unknown; detail?: string }

export type ResourceReport = {
  processId: string
  role: string
  host: string
  age: number
  troubles: StoredTrouble[]
  usage: Usage
}

/** Probers report every 30 seconds; after three missed reports there is none. */
const egressPatienceSeconds = 90

/** A monitor that was edited or resumed starts over. A queue has few priorities, each a range of its index. */
const query = `
  with recursive live as (
    select m.interval_seconds, greatest(s.last_check_at, m.updated_at, m.watched_since) as since, s.last_check_at,
           ${overdueAfterSql} as patience,
           m.kind in (${connectingKindsSql}) as connects,
           s.last_status = 'unknown' and coalesce(c.failure_class, '') not in ('forbidden_address', 'unread') as is_blind
      from monitor m left join monitor_state s on s.monitor_id = m.id
      left join lateral (select failure_class from check_result r
                          where r.monitor_seq = m.seq and r.started_at = s.last_check_at
                            and s.last_status = 'unknown') c on true
     where m.deleted_at is null and m.paused_at is null and m.kind in (${probedKindsSql})
  ),
  pipeline as (
    select count(*)::int as monitors,
           (count(*) filter (where since + patience < now()))::int as "overdueMonitors",
           (count(*) filter (where connects and (last_check_at is not null or since + patience < now())))::int as "dueMonitors",
           (count(*) filter (where connects and is_blind))::int as "unknownMonitors",
           extract(epoch from now() - min(since + interval_seconds * interval '1 second'))::float8 as lag,
           extract(epoch from now() - max(last_check_at))::float8 as "lastCheckAge"
      from live
  ),
  line as (
    select bool_and(reached > 0 or anchors = 0) as "isLineAlive",
           bool_or(reached > 0 or anchors = 0) as "isAnyLineAlive", bool_or(anchors = 0) as "hasNoAnchors",
           bool_and(ipv4) as "isIpv4Alive", bool_and(ipv6) as "isIpv6Alive",
           bool_and(resolvers) as "areResolversAlive",
           coalesce(jsonb_agg(distinct finding) filter (where finding is not null), '[]') as findings,
           extract(epoch from now() - min(at))::float8 as "probeAge"
      from egress_check left join lateral jsonb_array_elements(findings) finding on true
     where at > now() - interval '${egressPatienceSeconds} seconds'
  ),
  level as (
    (select queue, priority from delivery
      where state = 'pending' and queue in ('page', 'notice') order by queue, priority desc limit 1)
    union all
    select next.queue, next.priority from level cross join lateral (
      select queue, priority from delivery
       where state = 'pending' and queue in ('page', 'notice')
         and (queue > level.queue or (queue = level.queue and priority < level.priority))
       order by queue, priority desc limit 1) next
  ),
  channels as (
    select level.queue, min(oldest.due_at) as due_at from level cross join lateral (
      select due_at from delivery d
       where state = 'pending' and queue in ('page', 'notice') and d.queue = level.queue
         and d.priority = level.priority and due_at <= now()
         and not exists (select from delivery_lease l where l.delivery_id = d.id)
       order by due_at limit 1) oldest
     group by level.queue
  ),
  queued as (
    (select endpoint_id as id from delivery
      where state = 'pending' and endpoint_id is not null order by endpoint_id limit 1)
    union all
    select (select endpoint_id from delivery
             where state = 'pending' and endpoint_id > queued.id order by endpoint_id limit 1)
      from queued where queued.id is not null
  ),
  busy as (
    select target, count(*) as count from delivery_lease where queue = 'webhook' and until >= now() group by target
  ),
  waiting as (
    select queue::text, due_at from channels
    union all
    select 'event', min(due_at) from delivery where state = 'pending' and target = 'everyone' and due_at <= now()
    union all
    select 'webhook', min(oldest.due_at)
      from queued
      join webhook_endpoint e on e.id = queued.id and e.enabled and e.consecutive_failures = 0
      left join busy on busy.target = 'webhook:' || e.id
     cross join lateral (
       select due_at from delivery d
        where endpoint_id = e.id and state = 'pending' and due_at <= now()
          and not exists (select from delivery_lease l where l.delivery_id = d.id)
        order by due_at, id limit 1) oldest
     where coalesce(busy.count, 0) < ${perEndpoint}
  )
  select pipeline.*, line.*,
         (select jsonb_object_agg(queue, extract(epoch from now() - due_at)) from waiting) as waiting,
         (select count(*)::int from alert where acknowledged_at is null and resolved_at is null) as "openAlerts",
         (select count(*)::int from escalation e join alert on alert.id = e.alert_id
           where e.unreachable_since is not null and e.state in ('active', 'exhausted')
             and alert.acknowledged_at is null and alert.resolved_at is null) as "unreachableAlerts",
         (select unreadable_secrets from installation limit 1) as "unreadableSecrets",
         (select count(*)::int from status_page_export where failures > 0) as "failingExports",
         (select count(*)::int from rotation_calendar where coalesce(last_findings::text, last_error) is not null) as "failingCalendars",
         channel.channels, channel.failing as "failingChannels",
         audit.ping_error as "pingError", audit.ping_findings as "pingFindings", audit.faults, audit.faults_total as "faultsTotal",
         extract(epoch from now() - audit.ended_at)::float8 as "auditAge"
    from pipeline, line, escalation_audit audit,
         (select count(*)::int as channels, (count(*) filter (where last_error is not null))::int as failing
            from channel where enabled and verified_at is not null) channel`

type Row = Omit<Figures, "oldestDue" | "reports"> & {
  waiting: Partial<Record<DeliveryQueue, number | null>>
}

export async function readFigures({
  database,
}: {
  database: Pick<Services["database"], "pool">
}): Promise<Figures> {
  const { rows } = await database.pool.query<Row>({ name: "health", text: query })
  const reports = await readReports(database)
  const [row] = rows
  if (row === undefined) throw new Error("an aggregate always has a row")
  const { waiting, ...figures } = row
  const { event = null, webhook = null, page = null, notice = null } = waiting
  return { ...figures, oldestDue: { event, webhook, page, notice }, reports }
}

async function readReports({
  pool,
}: Pick<Services["database"], "pool">): Promise<ResourceReport[]> {
  const { rows } = await pool.query<ResourceReport>({
    name: "resource-reports",
    text: `select process_id as "processId", role, host, extract(epoch from now() - at)::float8 as age, troubles, usage
             from resource_report where at > now() - interval '1 day' order by at desc limit 1000`,
  })
  return rows
}

/** What this process found without the database, which a full disk stops. */
export const judgeOwn = (): Judged =>
  judgeReports([{ role: "api", host: "", age: 0, troubles: [...ownTroubles()] }]).disk
