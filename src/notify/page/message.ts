import { acknowledgeUrl } from "../../graphql/alert/acknowledge-link.ts"
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
}

/**
 * What a delivery of a page says, as the alert stands at this moment; null where there is nothing more to say. It
 * waits for whoever is acknowledging or resolving the alert right now, so nothing is sent after they are done.
 */
export async function readPageMessage(
  services: Pick<Services, "database" | "env" | "vault">,
  deliveryId: string,
): Promise<PageMessage | null> {
  const { pool } = services.database
  const { rows } = await pool.query<Found>(
    `select delivery.event, page.id as "pageId", page.alert_id as "pagedId", page.reason,
            alert.id as "alertId", alert.number, alert.title, alert.description, case severity.name when 'low' then 'low' else 'high' end as severity,
            case when alert.resolved_at is not null then 'resolved'
                 when alert.acknowledged_at is not null then 'acknowledged' else 'triggered' end as state,
            case when alert.resolved_at is null then alert.acknowledged_by end as by,
            project.id as "projectId", project.name as "projectName", incident.id as "incidentId",
            coalesce(incident.started_at, alert.created_at) as "startedAt",
            exists (select from delivery d
                     where d.page_id = page.id and d.target = delivery.target
                       and d.event = 'alert.created' and d.state = 'delivered') as "wasTold"
       from delivery
       join page on page.id = delivery.page_id
       left join escalation on escalation.alert_id = page.alert_id
       join alert on alert.id = coalesce(escalation.lead_id, page.alert_id)
       join severity on severity.id = alert.severity_id
       join project on project.id = alert.project_id
       left join incident on incident.id = alert.incident_id
      where delivery.id = $1
        for share of alert`,
    [deliveryId],
  )
  const [found] = rows
  if (found === undefined) return null
  const { event, pageId, pagedId, projectId, incidentId, wasTold, ...said } = found
  if (event === "alert.created" ? said.state !== "triggered" : !wasTold) return null
  const place = incidentId === null ? "alerts" : `incidents/${incidentId}`
  return {
    kind: "page",
    ...said,
    url: `${services.env.BASE_URL}/projects/${projectId}/${place}`,
    others: await readOthers(pool, said.alertId),
    acknowledgeUrl:
      said.state === "triggered" ? acknowledgeUrl(services, { alertId: pagedId, pageId }) : null,
  }
}

/** A text message has room for no more. */
const mostListed = 10

/** The open alerts of the same cause that the alert pages for. */
async function readOthers(
  pool: Services["database"]["pool"],
  alertId: string,
): Promise<PageMessage["others"]> {
  const { rows } = await pool.query<{ number: number; title: string; count: number }>(
    `select alert.number, alert.title, (count(*) over ())::int as count
       from escalation join alert on alert.id = escalation.alert_id
      where escalation.lead_id = $1 and alert.resolved_at is null
      order by alert.number limit $2`,
    [alertId, mostListed],
  )
  const listed = rows.map(({ number, title }) => ({ number, title }))
  return { listed, rest: (rows[0]?.count ?? 0) - listed.length }
}
