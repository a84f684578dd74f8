import { acknowledgeUrl } from "../../graphql/incidents/alert/acknowledge-link.ts"
import { isOfProject } from "../../graphql/outbox/page-recipient.ts"
import type { Services } from "../../platform/services.ts"
import { readFindings, readOne } from "../../findings/finding.ts"
import type { PageMessage } from "../../channels/message.ts"

type Found = Omit<
  PageMessage,
  "kind" | "url" | "others" | "acknowledgeUrl" | "flap" | keyof Said
> & {
  pageId: string
  /** Of the page. */
  findings: unknown
  reason: string | null
  alert: StoredAlert
  /** The alert that the page was created for; another may have taken over. */
  pagedId: string
  projectId: string
  /** Whether this channel already received the alert for this page. */
  wasAnnounced: boolean
  /** Open alerts that it pages for: how many, and the first of them. */
  count: number
  listed: StoredAlert[] | null
  newest: Newest | null
  outages: number | null
  beganAt: Date | null
  flapUntil: Date | null
  downShare: number | null
  /** Whether the flap goes on: its window has not passed since the last recovery. */
  isFlapping: boolean
  isAcknowledged: boolean
  isSnoozed: boolean
}

/** Of an alert, what messages say. */
type Said = Pick<PageMessage, "number" | "title" | "description" | "reason">

/** The findings of its title and of what was observed, or the sentences of a row from before. */
type StoredAlert = {
  number: number
  title: string
  titleFinding: unknown
  description: string
  findings: unknown
}

/** The alert of the group that was raised last; null if there is only one. */
type Newest = StoredAlert & { startedAt: string }

type Needs = Pick<Services, "database" | "env" | "vault">

/**
 * Messages of page deliveries from the current state of their alerts, in input order; null if there is nothing to
 * send or the recipient left the project. An alert that is being acknowledged or resolved is waited for, so that
 * nothing is sent afterwards; such a message is returned as a promise.
 */
export async function readPageMessages(
  services: Needs,
  deliveryIds: string[],
): Promise<(PageMessage | null | Promise<PageMessage | null>)[]> {
  const found = await find(services, together, deliveryIds)
  return deliveryIds.map((id) => {
    const one = found.get(id)
    return one === undefined ? readAlone(services, id) : messageOf(services, one)
  })
}

/** The row was locked, or no longer belongs to a page. */
async function readAlone(services: Needs, deliveryId: string): Promise<PageMessage | null> {
  const one = (await find(services, alone, [deliveryId])).get(deliveryId)
  return one === undefined ? null : messageOf(services, one)
}

async function find(
  { database }: Needs,
  statement: { name: string; text: string },
  deliveryIds: string[],
): Promise<Map<string, Found>> {
  const values = [deliveryIds, mostListed]
  const { rows } = await database.pool.query<Found & { deliveryId: string }>({
    ...statement,
    values,
  })
  return new Map(rows.map(({ deliveryId, ...found }) => [deliveryId, found]))
}

function messageOf(
  services: Needs,
  { pageId, pagedId, projectId, wasAnnounced, ...found }: Found,
): PageMessage | null {
  const { event, alertId, isFlapping, isAcknowledged, askedBy } = found
  // A flap is one outage, which pages also while the target is up.
  const isUp = found.state === "resolved"
  const isOpenFlap = event === "alert.created" && isUp && isFlapping && !isAcknowledged
  // A person who is asked for help is paged although somebody works on it.
  const isAsked = event === "alert.created" && askedBy !== null && !isUp
  const state = isOpenFlap || isAsked ? "triggered" : found.state
  if (event === "alert.created" ? state !== "triggered" : !wasAnnounced) return null
  if (event === "alert.created" && found.isSnoozed && !isAsked) return null
  // A newer state has its own delivery. In a group, the next alert takes over.
  const wanted = statesOf[event]
  if (wanted !== undefined && wanted !== state && alertId === pagedId) return null
  const { count, listed: some, newest, outages, beganAt, flapUntil, downShare, ...rest } = found
  const { alert, findings, reason, isSnoozed: _, ...said } = rest
  const isFlap = outages !== null && beganAt !== null && flapUntil !== null
  const listed = (some ?? []).map(titled)
  const page: PageMessage = {
    kind: "page",
    ...said,
    ...described(alert),
    reason: readFindings(findings, reason),
    state,
    url: `${services.env.BASE_URL}/projects/${projectId}/alerts/${alertId}`,
    flap: isFlap ? { outages, beganAt, until: flapUntil, downShare, isUp } : null,
    others: { listed, rest: count - listed.length },
    acknowledgeUrl:
      state === "triggered" ? acknowledgeUrl(services, { alertId: pagedId, pageId }) : null,
  }
  const isOwn = state !== "triggered" || event === "alert.reopened" || (page.mass ?? null) !== null
  return newest === null || isOwn ? page : aboutNewest(page, newest)
}

/** A page of a group describes its newest alert, and lists the leader among the others. */
function aboutNewest(page: PageMessage, newest: Newest): PageMessage {
  const { number, title, others } = page
  const older = others.listed.filter((one) => one.number !== newest.number)
  return {
    ...page,
    ...described(newest),
    startedAt: new Date(newest.startedAt),
    leadNumber: number,
    flap: null,
    others: { ...others, listed: [{ number, title }, ...older] },
  }
}

const titled = ({ number, title, titleFinding }: StoredAlert) => ({
  number,
  title: readOne(titleFinding, title),
})

const described = (alert: StoredAlert) => ({
  ...titled(alert),
  description: readFindings(alert.findings, alert.description),
})

const statesOf: Record<string, PageMessage["state"]> = {
  "alert.joined": "triggered",
  "alert.reopened": "triggered",
  "alert.unacknowledged": "triggered",
  "alert.resolved": "resolved",
  "alert.flap_ended": "resolved",
}

/** Limited by the length of a text message. */
const mostListed = 10

/** What a message says of an alert. */
const said = (alert: string): string =>
  `'number', ${alert}.number, 'title', ${alert}.title, 'titleFinding', ${alert}.title_finding,
   'description', ${alert}.description, 'findings', ${alert}.findings`

/** @param locking clause that locks the alerts, in case one is being changed. */
const read = (locking: string) => `
  with quick as materialized (
    -- Nothing is written but locks, which a crash ends anyway: the disk is not waited for.
    select set_config('synchronous_commit', 'off', true)
  )
  select delivery.id as "deliveryId", delivery.event, page.id as "pageId", page.alert_id as "pagedId", page.reason, page.findings,
         alert.id as "alertId", jsonb_build_object(${said("alert")}) as alert,
         case severity.name when 'low' then 'low' else 'high' end as severity,
         case when alert.resolved_at is not null then 'resolved'
              when alert.acknowledged_at is not null then 'acknowledged' else 'triggered' end as state,
         case when alert.resolved_at is null then alert.acknowledged_by else alert.resolved_by end as by,
         alert.resolved_by is null and coalesce(monitor.deleted_at <= alert.resolved_at, false) as "isMonitorDeleted",
         project.id as "projectId", project.name as "projectName",
         coalesce(incident.started_at, alert.created_at) as "startedAt",
         delivery.event <> 'alert.created' and exists (
           select from delivery earlier
            where earlier.page_id = page.id and earlier.target = delivery.target
              and earlier.event = 'alert.created' and earlier.state = 'delivered') as "wasAnnounced",
         (select mass from escalation leader where leader.alert_id = alert.id) as mass,
         others.count, others.listed, others.newest, flap.outages, flap.began_at as "beganAt",
         coalesce(flap.recovered_at, now()) as "flapUntil",
         (flap.down_seconds + coalesce(extract(epoch from now() - flap.down_since), 0))::float8
           / nullif(extract(epoch from now() - flap.began_at), 0)::float8 as "downShare",
         flap.alert_id is not null and flap.ended_at is null and alert.resolved_by is null as "isFlapping",
         alert.acknowledged_at is not null as "isAcknowledged", page.asked_by as "askedBy",
         coalesce(alert.snoozed_until > now(), false) as "isSnoozed",
         (select count(*)::int from page earlier join escalation paging on paging.alert_id = earlier.alert_id
           where (paging.alert_id = alert.id or paging.lead_id = alert.id)
             and (earlier.user_id = page.user_id or earlier.channel_id = page.channel_id)
             and (earlier.id = page.id or earlier.created_at < page.created_at and exists (
                   select from delivery sent where sent.page_id = earlier.id
                      and sent.event = 'alert.created' and sent.state = 'delivered'))) as times
    from quick cross join delivery
    join page on page.id = delivery.page_id
    left join escalation on escalation.alert_id = page.alert_id
    join alert on alert.id = coalesce(escalation.lead_id, page.alert_id)
    join severity on severity.id = alert.severity_id
    join project on project.id = alert.project_id
    left join incident on incident.id = alert.incident_id
    left join monitor on monitor.id = alert.monitor_id
    left join flap on flap.alert_id = alert.id and alert.monitor_id is not null
    cross join lateral (
      select count(*)::int as count,
             jsonb_agg(said order by number) filter (where place <= $2::int) as listed,
             (jsonb_agg(said || jsonb_build_object('startedAt', started_at)) filter (where place = 1))->0 as newest
        from (select joined.number, jsonb_build_object(${said("joined")}) as said,
                     coalesce(declared.started_at, joined.created_at) as started_at,
                     row_number() over (order by joined.number desc) as place
                from escalation follower join alert joined on joined.id = follower.alert_id
                left join incident declared on declared.id = joined.incident_id
               where follower.lead_id = alert.id and joined.resolved_at is null) open
    ) others
   where delivery.id = any($1::uuid[]) and ${isOfProject}
     for share of alert ${locking}`

const together = { name: "pages together", text: read("skip locked") }
const alone = { name: "page alone", text: read("") }
