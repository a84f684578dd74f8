import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { Database } from "../../../platform/postgres.ts"
import { readUptimesByDay, uptimeOf } from "../../monitoring/check/check-uptime.ts"
import {
  addTimes,
  excludedMsOf,
  noTimes,
  percentOf,
  seenMsOf,
  uncorrected,
} from "../../monitoring/check/rules/uptime-times.ts"
import { dayOf, type Day } from "./page-day.ts"
import { readResponseTimesOf, type ResponseTimes } from "./view-response-times.ts"

/** A monitor as visitors see it: with the page's texts and without its target. */
export type Component = {
  /** The resource's. */
  id: string
  name: string
  description: string
  status: MonitorStatus
  since: Date
  /** When the page first showed it. */
  createdAt: Date
  isUnderMaintenance: boolean
  /** Uptime of the last 90 days, 0 to 100; null without data, or if the page does not show it. */
  percent: number | null
  /** Milliseconds with data within those days; null if the page does not show uptime. */
  seenMs: number | null
  /** Milliseconds that corrections leave out of it. */
  excludedMs: number
  /** 90, oldest first; the last is today. */
  days: Day[]
  /** Null if the page does not show them or there are none. */
  responseTimes: ResponseTimes | null
}

/** Components under one heading; null for those below all groups. */
export type Section = {
  id: string | null
  name: string | null
  /** Folded at first, unless something in it has a problem. */
  isCollapsed: boolean
  components: Component[]
}

type Row = {
  id: string
  name: string
  description: string
  tellsPercent: boolean
  tellsTimes: boolean
  group: { id: string; name: string; isCollapsed: boolean } | null
  monitorId: string
  seq: number
  status: MonitorStatus
  since: Date
  createdAt: Date
  isUnderMaintenance: boolean
  announced: MonitorStatus | null
}

const shownDays = 90

/** The components of a page in order, and the component of each monitor. Four statements. */
export async function readComponents(
  database: Database,
  { id: pageId, look: { showsCorrections } }: { id: string; look: { showsCorrections: boolean } },
  now: Date,
) {
  const { rows } = await database.pool.query<Row>({
    name: "status-page-components",
    text: `
      select r.id, r.display_name as name, r.display_description as description,
             r.show_uptime_percent as "tellsPercent", r.show_response_times as "tellsTimes", r.created_at as "createdAt",
             case when g.id is null then null else json_build_object('id', g.id, 'name', g.name, 'isCollapsed', g.is_collapsed) end as group,
             m.id as "monitorId", m.seq,
             coalesce(s.status, 'unknown') as status,
             coalesce(s.status_since, m.created_at) as since,
             exists (select from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
                      where mm.monitor_id = m.id and w.state <> 'cancelled'
                        and w.starts_at <= $2 and $2 < w.ends_at) as "isUnderMaintenance",
             (select im.status from incident_monitor im join incident i on i.id = im.incident_id
               where im.monitor_id = m.id and i.resolved_at is null and im.status <> 'operational'
               order by im.status = 'offline' desc limit 1) as announced
        from status_page_resource r
        join monitor m on m.id = r.monitor_id and m.deleted_at is null
        left join monitor_state s on s.monitor_id = m.id
        left join status_page_group g on g.id = r.group_id
       where r.page_id = $1
       order by r."order", r.id`,
    values: [pageId, now],
  })
  const seqs = rows.map(({ seq }) => seq)
  const uptimes = await readUptimesByDay({ database }, seqs, shownDays, now)
  const telling = rows.filter(({ tellsTimes }) => tellsTimes).map(({ seq }) => seq)
  const times = await readResponseTimesOf(database, telling, now)
  const sections: Section[] = []
  for (const row of rows) {
    const { id, name, description, since, createdAt, isUnderMaintenance, tellsPercent } = row
    const days = (uptimes.get(row.seq) ?? []).map((day) =>
      showsCorrections ? day : uptimeOf(day.from, day.to, uncorrected(day.times)),
    )
    const whole = days.reduce((sum, { times }) => addTimes(sum, times), noTimes)
    const groupId = row.group?.id ?? null
    if (sections.at(-1)?.id !== groupId || sections.length === 0) {
      const { name = null, isCollapsed = false } = row.group ?? {}
      sections.push({ id: groupId, name, isCollapsed, components: [] })
    }
    sections.at(-1)?.components.push({
      id,
      name,
      description,
      status: graverOf(row.status, row.announced),
      since,
      createdAt,
      isUnderMaintenance,
      percent: tellsPercent ? percentOf(whole) : null,
      seenMs: tellsPercent ? seenMsOf(whole) : null,
      excludedMs: tellsPercent ? excludedMsOf(whole) : 0,
      days: days.map((day) => dayOf(day, tellsPercent)),
      responseTimes: times.get(row.seq) ?? null,
    })
  }
  return {
    sections,
    /** From monitor id to its name on the page. */
    byMonitor: new Map(rows.map(({ monitorId, id, name }) => [monitorId, { id, name }])),
  }
}

/** An announced status counts only if it is worse than the checked one. */
function graverOf(seen: MonitorStatus, announced: MonitorStatus | null): MonitorStatus {
  return announced === null || seen === "offline" ? seen : announced
}
