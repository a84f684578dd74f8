import type { DeliveryLane } from "../../../prisma/generated/enums.ts"
import type { Services } from "../../services.ts"
import { overdueAfterSql } from "../check/absence.ts"

/** How the machinery goes, by PostgreSQL's clock; ages and lags in seconds, null where there is nothing to tell. */
export type Figures = {
  /** Live monitors that are probed; heartbeats wait for others. */
  monitors: number
  /** Those whose next check should have ended by now. */
  overdueMonitors: number
  /** How far beyond its interval the latest monitor is. */
  lag: number | null
  lastCheckAge: number | null
  /** Whether the probers' own lines reach the anchors; null where none has told lately. */
  isLineAlive: boolean | null
  lookAge: number | null
  /** What has been due longest and is in nobody's hands, by lane. */
  oldestDue: Record<DeliveryLane, number | null>
  openAlerts: number
  /** Open alerts that the last audit found without a next step, and over all audits. */
  faults: number
  faultsTotal: number
  auditAge: number | null
}

/** Probers look at their lines every half minute; after three looks without a word there is none. */
const egressPatienceSeconds = 90

/** A monitor edited or resumed starts anew. The priorities of a lane are few, each a range of its index. */
const query = `
  with recursive live as (
    select m.interval_seconds, greatest(s.last_check_at, m.updated_at, m.watched_since) as since, s.last_check_at,
           ${overdueAfterSql} as patience
      from monitor m left join monitor_state s on s.monitor_id = m.id
     where m.deleted_at is null and m.paused_at is null and m.kind <> 'heartbeat'
  ),
  pipeline as (
    select count(*)::int as monitors,
           (count(*) filter (where since + patience < now()))::int as "overdueMonitors",
           extract(epoch from now() - min(since + interval_seconds * interval '1 second'))::float8 as lag,
           extract(epoch from now() - max(last_check_at))::float8 as "lastCheckAge"
      from live
  ),
  line as (
    select bool_and(reached > 0) as "isLineAlive", extract(epoch from now() - min(at))::float8 as "lookAge"
      from egress_look where at > now() - interval '${egressPatienceSeconds} seconds'
  ),
  level as (
    (select lane, priority from delivery
      where state = 'pending' and lane in ('page', 'notice') order by lane, priority desc limit 1)
    union all
    select next.lane, next.priority from level cross join lateral (
      select lane, priority from delivery
       where state = 'pending' and lane in ('page', 'notice')
         and (lane > level.lane or (lane = level.lane and priority < level.priority))
       order by lane, priority desc limit 1) next
  ),
  channels as (
    select level.lane, min(oldest.due_at) as due_at from level cross join lateral (
      select due_at from delivery d
       where state = 'pending' and lane in ('page', 'notice') and d.lane = level.lane
         and d.priority = level.priority and due_at <= now()
         and not exists (select from delivery_lease l where l.delivery_id = d.id)
       order by due_at limit 1) oldest
     group by level.lane
  ),
  waiting as (
    select lane::text, due_at from channels
    union all
    select 'event', min(due_at) from delivery where state = 'pending' and target = 'everyone' and due_at <= now()
    union all
    select 'webhook', min(due_at) from delivery d
     where state = 'pending' and endpoint_id is not null and due_at <= now()
       and not exists (select from delivery_lease l where l.delivery_id = d.id)
  )
  select pipeline.*, line.*,
         (select jsonb_object_agg(lane, extract(epoch from now() - due_at)) from waiting) as waiting,
         (select count(*)::int from alert where acknowledged_at is null and resolved_at is null) as "openAlerts",
         audit.faults, audit.faults_total as "faultsTotal",
         extract(epoch from now() - audit.ended_at)::float8 as "auditAge"
    from pipeline, line, escalation_audit audit`

type Row = Omit<Figures, "oldestDue"> & { waiting: Partial<Record<DeliveryLane, number | null>> }

export async function readFigures({ database }: Pick<Services, "database">): Promise<Figures> {
  const { rows } = await database.pool.query<Row>({ name: "health", text: query })
  const [row] = rows
  if (row === undefined) throw new Error("an aggregate always has a row")
  const { waiting, ...figures } = row
  const { event = null, webhook = null, page = null, notice = null } = waiting
  return { ...figures, oldestDue: { event, webhook, page, notice } }
}

/** Whether targets are looked at; where none is, nobody has to tell of a line. */
export const isProbing = ({ monitors, overdueMonitors, isLineAlive }: Figures): boolean =>
  overdueMonitors === 0 && (isLineAlive ?? monitors === 0)

/**
 * What waits longer says that nobody delivers. Webhook endpoints and what can wait may be slow on their own: a
 * dead one has its deliveries wait for each other.
 */
const patienceSeconds: Record<DeliveryLane, number> = {
  event: 60,
  webhook: Infinity,
  page: 60,
  notice: 600,
}

export const isLate = ({ oldestDue }: Figures, lane: DeliveryLane): boolean =>
  (oldestDue[lane] ?? 0) > patienceSeconds[lane]

/** An audit is due each minute. */
const auditPatienceSeconds = 150

/** Whether it was proven lately that no open alert is forgotten; without one there is nothing to prove. */
export const isAudited = ({ openAlerts, faults, auditAge }: Figures): boolean =>
  openAlerts === 0 || (faults === 0 && auditAge !== null && auditAge <= auditPatienceSeconds)
