import type { ActorKind, StateMeaning, UpdateKind } from "../../../prisma/generated/enums.ts"
import type { Database } from "../../postgres.ts"
import { outageTitle } from "../incident/title.ts"
import type { Impact } from "./headline.ts"
import { impactOf } from "./headline.ts"

export type IncidentUpdate = {
  id: string
  kind: UpdateKind
  /** Null where nobody wrote words for the public: what a machine saw stays with the team. */
  body: string | null
  at: Date
}

export type PublicIncident = {
  id: string
  title: string
  /** The component that is down, where the machine gave the title; null where a person did. */
  outageOf: string | null
  state: { name: string; color: string; meaning: StateMeaning }
  impact: Impact
  startedAt: Date
  resolvedAt: Date | null
  /** The page's resources that it is about. */
  componentIds: string[]
  /** Newest first. */
  updates: IncidentUpdate[]
  /** Null until it is published. */
  postmortem: string | null
  /** When something of it last changed that the public can see. */
  updatedAt: Date
}

type Row = {
  id: string
  title: string
  isTitleChosen: boolean
  monitorId: string | null
  toldMonitorIds: string[]
  state: PublicIncident["state"]
  rank: number
  startedAt: Date
  resolvedAt: Date | null
  createdAt: Date
  updatedAt: Date
  postmortem: string | null
}

type UpdateRow = {
  id: string
  incidentId: string
  kind: UpdateKind
  body: string
  actorKind: ActorKind
  at: Date
}

const openAtMost = 100
const pastAtMost = 50
const updatesAtMost = 100
const pastDays = 90

const columns = `
  i.id, i.title, i.is_title_chosen as "isTitleChosen", i.monitor_id as "monitorId",
  array(select im.monitor_id::text from incident_monitor im where im.incident_id = i.id) as "toldMonitorIds",
  json_build_object('name', s.name, 'color', s.color, 'meaning', s.meaning) as state,
  v.rank, i.started_at as "startedAt", i.resolved_at as "resolvedAt",
  i.created_at as "createdAt", i.updated_at as "updatedAt",
  case when i.postmortem_published then nullif(i.postmortem_note, '') end as postmortem`

export type Named = { id: string; name: string }

/**
 * The incidents of a page: those of its monitors, those that name one of them, and those that were put on it; all
 * open ones, and of the last 90 days the latest 50 that are over. Newest first; two statements.
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

/** These incidents as the public may know them, newest first. Whoever calls has seen that they are on the page. */
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
      select u.id, u.incident_id as "incidentId", u.kind, u.body, u.actor_kind as "actorKind", u.at
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
  // The machine's title holds the team's name of the monitor, which the public may not know.
  const component = own ?? concerned[0]
  const outageOf = row.isTitleChosen ? null : (component?.name ?? null)
  const title = outageOf === null ? row.title : outageTitle("offline", outageOf)
  const { id, state, startedAt, resolvedAt, postmortem } = row
  const isTold = postmortem !== null
  const told = updates.map(({ id, kind, at, ...update }) => ({
    id,
    kind,
    body: wordsOf(kind, update),
    at,
  }))
  const last = [row.createdAt, resolvedAt, told[0]?.at, isTold ? row.updatedAt : null]
  return {
    id,
    title,
    outageOf,
    state,
    impact: impactOf(row.rank),
    startedAt,
    resolvedAt,
    componentIds: concerned.map((one) => one.id),
    updates: told,
    postmortem,
    updatedAt: new Date(Math.max(...last.map((time) => time?.getTime() ?? 0))),
  }
}

/** In the order of the page. */
function concernedOf(
  { monitorId, toldMonitorIds }: Row,
  byMonitor: ReadonlyMap<string, Named>,
): Named[] {
  const concerned = new Set([...toldMonitorIds, monitorId])
  return [...byMonitor].flatMap(([monitor, named]) => (concerned.has(monitor) ? [named] : []))
}

/** What a person wrote in these is meant to be read; in the others the kind says it all. */
const spoken: ReadonlySet<UpdateKind> = new Set(["declared", "note", "state_changed"])

const wordsOf = (kind: UpdateKind, { body, actorKind }: Pick<UpdateRow, "body" | "actorKind">) =>
  actorKind !== "system" && spoken.has(kind) && body !== "" ? body : null
