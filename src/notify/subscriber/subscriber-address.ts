import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import {
  language as named,
  type Language,
} from "../../graphql/status-pages/status-page/rules/page-language.ts"
import { enqueueSubscriberNews } from "../../graphql/status-pages/subscriber/enqueue-subscriber-news.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import { readNews, announcedEvents, type Happened, type News } from "./subscriber-news.ts"
import {
  incidentWords,
  maintenanceWords,
  postmortemWords,
  type Page,
  type Words,
} from "./subscriber-messages.ts"

/** After everything else that can wait: codes and hand-overs go before many subscribers. */
const priority = -10

/**
 * Enqueues notices to subscribers of public pages: about the page's components, and about incidents added to it.
 * Returns the ids of events with at least one delivery.
 */
export async function addressSubscribers(
  tx: Transaction,
  eventIds: string[],
  baseUrl: string,
): Promise<string[]> {
  const events = await tx.db.$queryRaw<Happened[]>`
    select id, project_id as "projectId", event, subject_id as "subjectId", change_id as "changeId", payload,
           created_at as "createdAt"
      from delivery d
     where id = any(${eventIds}::uuid[]) and event = any(${announcedEvents})
       and exists (select from status_page p join status_page_subscriber s on s.page_id = p.id
                    where p.project_id = d.project_id and s.confirmed_at is not null)
     order by created_at, id`
  const addressed: string[] = []
  for (const happened of events) {
    const news = await readNews(tx, happened)
    if (news !== null && (await tell(tx, happened, news, baseUrl))) addressed.push(happened.id)
  }
  return addressed
}

type Stored = {
  name: string
  slug: string
  language: string
  timeZone: string
  components: { id: string; name: string }[]
  subscribers: { id: string; kind: SubscriberKind; language: string }[]
}

async function tell(
  tx: Transaction,
  { id, projectId, event, subjectId }: Happened,
  news: News,
  baseUrl: string,
) {
  const pages = await readAnnounced(tx, subjectId)
  for (const { name, slug, language: usual, timeZone, ...stored } of pages) {
    const { components: shown, subscribers } = stored
    const components = shown.map((one) => one.name)
    const url = `${baseUrl}/status/${slug}`
    const page = { name, url, components, language: named.parse(usual), timeZone }
    for (const [spoken, readers] of Map.groupBy(subscribers, (one) => one.language)) {
      const language = named.parse(spoken)
      const words = wordsOf(news, page, language)
      const payload = { ...words, unsubscribeUrl: null, components, language }
      const queued = { projectId, event, subjectId, cause: id, payload, priority }
      await enqueueSubscriberNews(tx, readers, queued)
    }
  }
  return pages.length > 0
}

function wordsOf(news: News, page: Page, language: Language): Words {
  if (news.kind === "maintenance") return maintenanceWords(news.news, page, language)
  return news.kind === "postmortem"
    ? postmortemWords(news.news, page, language)
    : incidentWords(news.news, page, language)
}

/** Public pages that show an incident or a maintenance, with the subscribers to notify. */
const readAnnounced = ({ db }: Transaction, subjectId: string) =>
  db.$queryRaw<Stored[]>`
    with concerned as (
      select monitor_id from incident where id = ${subjectId}::uuid and monitor_id is not null
      union select monitor_id from incident_monitor where incident_id = ${subjectId}::uuid
      union select monitor_id from maintenance_monitor where maintenance_id = ${subjectId}::uuid
    ), shown as (
      select r.page_id, r.id, r.display_name, r."order"
        from status_page_resource r join concerned using (monitor_id)
    ), pages as (
      select page_id from shown
      union select page_id from status_page_incident where incident_id = ${subjectId}::uuid
    ), notified as (
      select s.page_id, s.id, s.kind, s.language
        from pages join status_page_subscriber s using (page_id)
       where s.confirmed_at is not null
         and (s.is_whole_page or exists (
           select from status_page_subscriber_resource c join shown on shown.id = c.resource_id
            where c.subscriber_id = s.id))
         for key share of s
    )
    select p.name, p.slug, p.language, project.time_zone as "timeZone",
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', display_name) order by "order", id), '[]')
              from shown where shown.page_id = p.id) as components,
           (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'language', language))
              from notified where notified.page_id = p.id) as subscribers
      from status_page p join project on project.id = p.project_id
     where p.is_public and p.id in (select page_id from notified)
     order by p.id`
