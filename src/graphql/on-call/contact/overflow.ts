import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import type { Services } from "../../../platform/services.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { transactSql } from "../../kernel/transaction.ts"

/** Alerts are collected for one digest this long; the grace period lets a step in progress commit its pages. */
const intervalSeconds = 10
const graceSeconds = 2

/** Schedule a digest of the alerts whose deliveries were throttled, within seconds. */
export async function scheduleOverflow(tx: SqlTransaction, pageIds: string[]): Promise<void> {
  await tx.query({
    name: "schedule-overflow",
    text: `
      update page set overflow_at = date_bin(make_interval(secs => $2::int), now(), 'epoch')
                                    + make_interval(secs => $2::int + $3::int)
       where id = any($1::uuid[])`,
    values: [pageIds, intervalSeconds, graceSeconds],
  })
}

type Due = { pageId: string; userId: string | null; channelId: string | null }

type ThrottledAlert = {
  projectId: string
  projectName: string
  number: number
  title: string
  state: string
  kind: ChannelKind | null
}

/** Enqueue all due digests of throttled alerts. @returns how many. */
export async function sendOverflowDigests(
  services: Pick<Services, "database" | "bus" | "env">,
): Promise<number> {
  let sent = 0
  while (await transactSql(services, (tx) => sendOne(tx, services.env.BASE_URL))) sent += 1
  return sent
}

/**
 * The lock on the first page of a person or channel makes other workers skip all its pages, so each digest is
 * enqueued once.
 */
async function sendOne(tx: SqlTransaction, baseUrl: string): Promise<boolean> {
  const [due] = await tx.query<Due>({
    name: "due-overflow",
    text: `
      select id as "pageId", user_id as "userId", channel_id as "channelId" from page
       where overflow_at <= now() and not exists (
               select from page before
                where before.user_id is not distinct from page.user_id
                  and before.channel_id is not distinct from page.channel_id and before.overflow_at <= now()
                  and (before.overflow_at, before.id) < (page.overflow_at, page.id))
       order by overflow_at, id limit 1 for no key update skip locked`,
    values: [],
  })
  if (due === undefined) return false
  const { pageId, userId, channelId } = due
  const throttled = await tx.query<ThrottledAlert>({
    name: "throttled-alerts",
    text: `
      with throttled as (
        update page set overflow_at = null
         where user_id is not distinct from $1::uuid and channel_id is not distinct from $2::uuid
           and overflow_at <= now()
        returning alert_id)
      select project.id as "projectId", project.name as "projectName", alert.number, alert.title, state.name as state,
             (select kind from channel where id = $2::uuid) as kind
        from alert join project on project.id = alert.project_id join state on state.id = alert.state_id
       where alert.id in (select alert_id from throttled)
         -- A former member gets no alerts of that project.
         and ($1::uuid is null
              or exists (select from member where member.project_id = project.id and member.user_id = $1::uuid))
       order by project.name, alert.number`,
    values: [userId, channelId],
  })
  const [first] = throttled
  const recipient = recipientOf(due, first?.kind ?? null)
  if (first === undefined || recipient === null) return true
  const count = `${throttled.length} ${throttled.length === 1 ? "alert was" : "alerts were"}`
  await enqueueMessages(tx, [
    {
      projectId: userId === null ? first.projectId : null,
      queue: "page",
      event: "alert.throttled",
      subjectId: userId ?? channelId ?? pageId,
      recipient,
      dedupeKey: `alert.overflow:${pageId}`,
      priority: 20,
      notice: {
        subject: `${count} not paged individually`,
        paragraphs: [
          "More pages were due than one contact method accepts in this time. It did not receive these alerts:",
          ...throttled.map(
            ({ projectName, number, title, state }) =>
              `${projectName} #${number}: ${title} (${state})`,
          ),
        ],
        link: { label: "Open alerts", url: `${baseUrl}/projects/${first.projectId}/alerts` },
        unsubscribeUrl: null,
      },
    },
  ])
  return true
}

/** A person's account address, which has no throttle, or the channel itself. */
function recipientOf({ userId, channelId }: Due, kind: ChannelKind | null) {
  if (userId !== null) return { accountId: userId }
  return channelId === null || kind === null ? null : { channel: { id: channelId, kind } }
}
