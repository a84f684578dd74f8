import type {
  ActorKind,
  MonitorStatus,
  StateMeaning,
  UpdateKind,
} from "../../../../prisma/generated/enums.ts"
import type { Database } from "../../../platform/postgres.ts"
import { say } from "../../../findings/say.ts"
import { movedTo } from "../../incidents/incident/timeline.ts"
import { foldTimeline, type Flap } from "../../incidents/incident/rules/fold-timeline.ts"
import { outageTitle } from "../../incidents/incident/rules/incident-title.ts"
import { impactOf, type Impact } from "./rules/page-headline.ts"

export type IncidentUpdate = {
  id: string
  kind: UpdateKind
  /** Markdown; null without public text: automatic texts are internal. */
  body: string | null
  at: Date
  /** The name of the state that a person set; null if nobody did. */
  movedTo: string | null
  /** Of a flap that it folds: how many outages there were, and from when until when; null for any other. */
  flap: Flap | null
}

export type PublicIncident = {
  id: string
  title: string
  /** The component that is down, if the title was generated; null if a person wrote it. */
  outageOf: string | null
  state: { name: string; color: string; meaning: StateMeaning }
  impact: Impact
  startedAt: Date
  resolvedAt: Date | null
  /** The page's resources that it is about. */
  componentIds: string[]
  /** Statuses that a person announced, by resource id. */
  announcedStatuses: Readonly<Record<string, MonitorStatus>>
  /** Newest first. */
  updates: IncidentUpdate[]
  /** Markdown; null until it is published. */
  postmortem: string | null
  /** When something of it last changed that the public can see. */
  updatedAt: Date
}

type Row = {
  id: string
  title: string
  isTitleChosen: boolean
  monitorId: string | null
  announcedMonitors: { id: string; status: MonitorStatus }[]
  state: PublicIncident["state"]
  rank: number
  startedAt: Date
  resolvedAt: Date | null
  createdAt: Date
  updatedAt: Date
  editedAt: Date | null
  postmortem: string | null
}

type UpdateRow = {
  id: string
  incidentId: string
  kind: UpdateKind
  body: string
  actorKind: ActorKind
  at: Date
  outages: number | null
  until: Date | null
}

const openAtMost = 100
const pastAtMost = 50
/** Older ones are not read for an incident. */
export const updatesAtMost = 100
const pastDays = 90

const columns = `
  i.id, i.title, i.is_title_chosen as "isTitleChosen", i.monitor_id as "monitorId",
  array(select json_build_object('id', im.monitor_id, 'status', im.status)
          from incident_monitor im where im.incident_id = i.id) as "announcedMonitors",
  json_build_object('name', s.name, 'color', s.color, 'meaning', s.meaning) as state,
  v.rank, i.started_at as "startedAt", i.resolved_at as "resolvedAt",
  i.created_at as "createdAt", i.updated_at as "updatedAt", i.edited_at as "editedAt",
  case when i.postmortem_published then nullif(i.postmortem_note, '') end as postmortem`

export type Named = { id: string; name: string }

/**
 * Incidents of a page: those of its monitors, those that affect one of them, and those added manually; all open
 * ones, and the latest 50 resolved within 90 days. Newest first; two statements.
 */
export async function readIncidents(
  { pool }: Database,
  pageId: string,
  byMonitor: ReadonlyMap<string, Named>,
  now: Date,
): Promise<PublicIncident[]> {
  const { rows } = await pool.query<Row>({
    name: "status-page-incidents",
    text: `
      with shown as (
        select id from incident
         where monitor_id = any($2)
           and (resolved_at is null or resolved_at > $3::timestamptz - interval '${pastDays} days')
         union
        select i.id from incident_monitor im join incident i on i.id = im.incident_id
         where im.monitor_id = any($2)
           and (i.resolved_at is null or i.resolved_at > $3::timestamptz - interval '${pastDays} days')
        union
        select incident_id from status_page_incident where page_id = $1)
      (select ${columns} from shown join incident i using (id)
         join state s on s.id = i.state_id join severity v on v.id = i.severity_id
        where i.resolved_at is null
        order by i.started_at desc, i.id desc limit ${openAtMost})
      union all
      (select ${columns} from shown join incident i using (id)
         join state s on s.id = i.state_id join severity v on v.id = i.severity_id
        where i.resolved_at > $3::timestamptz - interval '${pastDays} days'
        order by i.started_at desc, i.id desc limit ${pastAtMost})`,
    values: [pageId, [...byMonitor.keys()], now],
  })
  return tellAll(pool, rows, byMonitor)
}

/** Public view of these incidents, newest first. The caller has checked that they are on the page. */
export async function readIncidentsOf(
  { pool }: Database,
  ids: readonly string[],
  byMonitor: ReadonlyMap<string, Named>,
): Promise<PublicIncident[]> {
  const { rows } = await pool.query<Row>({
    name: "status-page-incidents-by-id",
    text: `select ${columns} from incident i
             join state s on s.id = i.state_id join severity v on v.id = i.severity_id
            where i.id = any($1)`,
    values: [ids],
  })
  return tellAll(pool, rows, byMonitor)
}

async function tellAll(
  pool: Database["pool"],
  rows: readonly Row[],
  byMonitor: ReadonlyMap<string, Named>,
): Promise<PublicIncident[]> {
  const { rows: updates } = await pool.query<UpdateRow>({
    name: "status-page-incident-updates",
    text: `
      select u.id, u.incident_id as "incidentId", u.kind, u.body, u.actor_kind as "actorKind", u.at,
             u.outages, u.until
        from unnest($1::uuid[]) incident (id)
       cross join lateral (
         select * from incident_update where incident_id = incident.id and is_public
          order by at desc, id desc limit ${updatesAtMost}) u
       order by u.at desc, u.id desc`,
    values: [rows.map(({ id }) => id)],
  })
  const byIncident = Map.groupBy(updates, ({ incidentId }) => incidentId)
  return rows
    .map((row) => tell(row, byIncident.get(row.id) ?? [], byMonitor))
    .toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
}

function tell(
  row: Row,
  updates: UpdateRow[],
  byMonitor: ReadonlyMap<string, Named>,
): PublicIncident {
  const concerned = concernedOf(row, byMonitor)
  const own = row.monitorId === null ? undefined : byMonitor.get(row.monitorId)
  // A generated title contains the monitor's internal name, which must not be public.
  const component = own ?? concerned[0]
  const outageOf = row.isTitleChosen ? null : (component?.name ?? null)
  const title = outageOf === null ? row.title : say([outageTitle("offline", outageOf)])
  const { id, state, startedAt, resolvedAt, postmortem } = row
  const isAnnounced = postmortem !== null
  const shownUpdates = foldTimeline(updates, row).map(({ id, kind, at, flap, ...update }) => ({
    id,
    kind,
    body: wordsOf(kind, update),
    at,
    movedTo: moveOf(kind, update.body),
    flap,
  }))
  const last = [
    row.createdAt,
    startedAt,
    resolvedAt,
    updates[0]?.at,
    row.editedAt,
    isAnnounced ? row.updatedAt : null,
  ]
  return {
    id,
    title,
    outageOf,
    state,
    impact: impactOf(row.rank),
    startedAt,
    resolvedAt,
    componentIds: concerned.map((one) => one.id),
    announcedStatuses: Object.fromEntries(
      row.announcedMonitors.flatMap((shownUpdates) => {
        const named = byMonitor.get(shownUpdates.id)
        return named === undefined ? [] : [[named.id, shownUpdates.status]]
      }),
    ),
    updates: shownUpdates,
    postmortem,
    updatedAt: new Date(Math.max(...last.map((time) => time?.getTime() ?? 0))),
  }
}

/** In the order of the page. */
function concernedOf(
  { monitorId, announcedMonitors }: Row,
  byMonitor: ReadonlyMap<string, Named>,
): Named[] {
  const concerned = new Set([monitorId, ...announcedMonitors.map(({ id }) => id)])
  return [...byMonitor].flatMap(([monitor, named]) => (concerned.has(monitor) ? [named] : []))
}

/** Kinds whose text is written for the public; for the others the kind says everything. */
export const spoken: ReadonlySet<UpdateKind> = new Set(["declared", "note", "state_changed"])

const wordsOf = (kind: UpdateKind, { body, actorKind }: Pick<UpdateRow, "body" | "actorKind">) =>
  actorKind !== "system" && spoken.has(kind) && body !== "" ? body : null

/** The name of the state that a person set with an update; null if nobody did. */
export const moveOf = (kind: UpdateKind, body: string): string | null =>
  kind === "state_changed" || kind === "reopened" ? movedTo(body) : null
