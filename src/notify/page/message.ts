import { acknowledgeUrl } from "../../graphql/alert/acknowledge-link.ts"
import { isOfProject } from "../../graphql/escalation/pass-on.ts"
import type { Services } from "../../services.ts"
import type { PageMessage } from "../channels/channel.ts"

type Found = Omit<PageMessage, "kind" | "url" | "others" | "acknowledgeUrl"> & {
  event: string
  pageId: string
  /** The alert that the page was made for; the one that it speaks of may have followed it. */
  pagedId: string
  projectId: string
  incidentId: string | null
  /** Whether this channel was told of the alert over this page. */
  wasTold: boolean
  /** Open alerts that it pages for: how many, and the first of them. */
  count: number
  listed: PageMessage["others"]["listed"] | null
}

type Needs = Pick<Services, "database" | "env" | "vault">

/**
 * What deliveries of pages say, as their alerts stand at this moment, in the order of what is asked; null where
 * there is nothing more to say, or its reader has left the project. It waits for whoever is acknowledging or
 * resolving an alert right now, so nothing is sent after they are done; only what speaks of that alert does.
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

/** It was passed over, or is a page's no more. */
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
  { event, pageId, pagedId, projectId, incidentId, wasTold, ...found }: Found,
): PageMessage | null {
  if (event === "alert.created" ? found.state !== "triggered" : !wasTold) return null
  const { count, listed: some, ...said } = found
  const listed = some ?? []
  const place = incidentId === null ? "alerts" : `incidents/${incidentId}`
  return {
    kind: "page",
    ...said,
    url: `${services.env.BASE_URL}/projects/${projectId}/${place}`,
    others: { listed, rest: count - listed.length },
    acknowledgeUrl:
      said.state === "triggered" ? acknowledgeUrl(services, { alertId: pagedId, pageId }) : null,
  }
}

/** A text message has room for no more. */
const mostListed = 10

/** @param locking how to take the alerts, where somebody changes one of them at this moment. */
const read = (locking: string) => `
  with quick as materialized (
    -- Nothing is written but locks, which a crash ends anyway: the disk is not waited for.
    select set_config('synchronous_commit', 'off', true)
  )
  select delivery.id as "deliveryId", delivery.event, page.id as "pageId", page.alert_id as "pagedId", page.reason,
         alert.id as "alertId", alert.number, alert.title, alert.description,
         case severity.name when 'low' then 'low' else 'high' end as severity,
         case when alert.resolved_at is not null then 'resolved'
              when alert.acknowledged_at is not null then 'acknowledged' else 'triggered' end as state,
         case when alert.resolved_at is null then alert.acknowledged_by else alert.resolved_by end as by,
         project.id as "projectId", project.name as "projectName", incident.id as "incidentId",
         coalesce(incident.started_at, alert.created_at) as "startedAt",
         delivery.event <> 'alert.created' and exists (
           select from delivery told
            where told.page_id = page.id and told.target = delivery.target
              and told.event = 'alert.created' and told.state = 'delivered') as "wasTold",
         others.count, others.listed
    from quick cross join delivery
    join page on page.id = delivery.page_id
    left join escalation on escalation.alert_id = page.alert_id
    join alert on alert.id = coalesce(escalation.lead_id, page.alert_id)
    join severity on severity.id = alert.severity_id
    join project on project.id = alert.project_id
    left join incident on incident.id = alert.incident_id
    cross join lateral (
      select count(*)::int as count,
             jsonb_agg(jsonb_build_object('number', number, 'title', title) order by number)
               filter (where place <= $2::int) as listed
        from (select joined.number, joined.title, row_number() over (order by joined.number) as place
                from escalation follower join alert joined on joined.id = follower.alert_id
               where follower.lead_id = alert.id and joined.resolved_at is null) open
    ) others
   where delivery.id = any($1::uuid[]) and ${isOfProject}
     for share of alert ${locking}`

const together = { name: "pages together", text: read("skip locked") }
const alone = { name: "page alone", text: read("") }
