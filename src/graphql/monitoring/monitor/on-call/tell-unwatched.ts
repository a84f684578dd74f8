import { sayFor } from "../../../../channels/shown-message.ts"
import { messageWords } from "../../../../channels/words/message-language.ts"
import { newId } from "../../../../platform/id.ts"
import type { Services } from "../../../../platform/services.ts"
import { isolated } from "../../../../platform/shown-text.ts"
import { transactSql, type SqlTransaction } from "../../../kernel/transaction.ts"
import { enqueueMessages } from "../../../outbox/enqueue-message.ts"
import { type Unwatched, unwatchedFindings, unwatchedJson } from "../rules/unwatched.ts"

/** A state that is unknown for this long, and for three intervals, does not pass by itself. */
const leastMinutes = 30
const leastIntervals = 3
/** Monitors that a notice names. */
const shown = 10

/** `unwatched` is absent once it is watched again. */
type Found = { projectId: string; name: string; unwatched?: Unwatched }
type Owner = {
  projectId: string
  projectName: string
  userId: string
  language: string
  /** Of the person, else of the project. */
  timeZone: string
}

/**
 * Tell owners once that monitors are not watched, and once that they are again: one message for all monitors of a
 * project. A heartbeat that is unknown until its next ping is due is watched, unless no ping can arrive at all.
 *
 * @returns how many monitors were announced.
 */
export function tellUnwatched(
  services: Pick<Services, "database" | "bus" | "env">,
): Promise<number> {
  return transactSql(services, async (tx) => {
    const lost = await tx.query<Found>(unwatched)
    const back = await tx.query<Found>(watchedAgain)
    await tell(tx, services.env.BASE_URL, "lost", lost)
    await tell(tx, services.env.BASE_URL, "back", back)
    return lost.length + back.length
  })
}

/** No ping can arrive: for as long at the listener, or from outside; or all heartbeats fell silent together. */
const deafSql = `(
  exists (select from ingress_liveness l
           where l.seen_at < now() - interval '${leastMinutes} minutes'
             and (l.id = 1 or (l.id = 2 and s.is_pinged_publicly)))
  or exists (select from ingress_gap g
              where g.liveness_id = 3 and g."until" > now() - interval '1 day'
                and not exists (select from monitor_state p where p.last_ping_at > g."from")))`

const isUnwatchedSql = `
  m.deleted_at is null and m.paused_at is null and case
    when m.heartbeat_interval_minutes is not null then ${deafSql}
    else s.status = 'unknown'
         and greatest(s.status_since, m.watched_since)
             < now() - greatest(interval '${leastMinutes} minutes', ${leastIntervals} * m.interval_seconds * interval '1 second')
  end`

/** Announced again only when the kind of reason has changed. */
const unwatched = {
  name: "tell-unwatched",
  text: `
    with found as (
      select m.id, m.project_id, m.name, s.last_reason, s.last_findings,
             coalesce(c.failure_class, case when m.heartbeat_interval_minutes is null then 'no_check' else 'ingress' end) as cause
        from monitor m join monitor_state s on s.monitor_id = m.id
        left join lateral (
          select failure_class from check_result r
           where r.monitor_seq = m.seq and r.started_at = s.last_check_at and s.last_status = 'unknown'
             and m.heartbeat_interval_minutes is null
             and s.last_check_at > now() - interval '1 day') c on true
       where ${isUnwatchedSql}),
    announced as (
      insert into unwatched as u (monitor_id, cause) select id, cause from found
      on conflict (monitor_id) do update set cause = excluded.cause, announced_at = now()
       where u.cause <> excluded.cause
      returning monitor_id)
    select project_id as "projectId", name, ${unwatchedJson("cause")} as unwatched
      from found s join announced on announced.monitor_id = s.id order by name, id`,
  values: [],
}

const watchedAgain = {
  name: "tell-watched",
  text: `
    with over as (
      delete from unwatched u using monitor m, monitor_state s
       where m.id = u.monitor_id and s.monitor_id = m.id and not (${isUnwatchedSql})
         and (s.status <> 'unknown' or m.paused_at is not null or m.deleted_at is not null
              or m.heartbeat_interval_minutes is not null)
      returning m.id, m.project_id, m.name, m.paused_at is null and m.deleted_at is null as is_live)
    select project_id as "projectId", name from over where is_live order by name, id`,
  values: [],
}

async function tell(
  tx: SqlTransaction,
  baseUrl: string,
  what: "lost" | "back",
  found: Found[],
): Promise<void> {
  if (found.length === 0) return
  const byProject = Map.groupBy(found, ({ projectId }) => projectId)
  const owners = await tx.query<Owner>({
    name: "owners-of-projects",
    text: `select p.id as "projectId", p.name as "projectName", m.user_id as "userId", u.language,
                  coalesce(u.time_zone, p.time_zone, 'UTC') as "timeZone"
             from member m join "user" u on u.id = m.user_id join project p on p.id = m.project_id
            where m.role = 'owner' and p.id = any($1::uuid[]) order by p.id, m.user_id`,
    values: [[...byProject.keys()]],
  })
  await enqueueMessages(
    tx,
    owners.map(({ projectId, projectName, userId, language, timeZone }) => {
      const { unwatched: words } = messageWords(language)
      const said = (one: Unwatched) => sayFor({ language, timeZone }, unwatchedFindings(one))
      const monitors = byProject.get(projectId) ?? []
      const named = monitors
        .slice(0, shown)
        .map(({ name, unwatched: one }) =>
          one ? words.line(isolated(name), said(one)) : isolated(name),
        )
      const rest = monitors.length - named.length
      return {
        projectId,
        queue: "notice",
        event: "monitor.unwatched",
        subjectId: projectId,
        recipient: { accountId: userId },
        dedupeKey: `monitor.unwatched:${userId}:${newId()}`,
        priority: 20,
        notice: {
          subject: words[what](monitors.length, isolated(projectName)),
          paragraphs: [words[`${what}Text`], ...named, ...(rest > 0 ? [words.more(rest)] : [])],
          link: { label: words.link, url: `${baseUrl}/projects/${projectId}/monitors` },
          unsubscribeUrl: null,
        },
      } as const
    }),
  )
}
