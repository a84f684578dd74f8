import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { sayFor } from "../../../channels/shown-message.ts"
import { messageWords } from "../../../channels/words/message-language.ts"
import { readOne } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { isolated } from "../../../platform/shown-text.ts"

type Due = {
  pageId: string
  userId: string | null
  channelId: string | null
  overflowAt: Date
}

type ThrottledAlert = {
  projectId: string
  projectName: string
  number: number
  title: string
  titleFinding: unknown
  state: string
  /** Of the person; null for a team channel. */
  language: string | null
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
      select id as "pageId", user_id as "userId", channel_id as "channelId", overflow_at as "overflowAt" from page
       where overflow_at <= now() and not exists (
               select from page before
                where before.user_id is not distinct from page.user_id
                  and before.channel_id is not distinct from page.channel_id and before.overflow_at <= now()
                  and (before.overflow_at, before.id) < (page.overflow_at, page.id))
       order by overflow_at, id limit 1 for no key update skip locked`,
    values: [],
  })
  if (due === undefined) return false
  const { pageId, userId, channelId, overflowAt } = due
  const pages = await tx.query<{ id: string; alertId: string }>({
    name: "throttled-pages",
    text: `
      update page set overflow_at = null
       where user_id is not distinct from $1::uuid and channel_id is not distinct from $2::uuid
         and overflow_at <= now()
      returning id, alert_id as "alertId"`,
    values: [userId, channelId],
  })
  const throttled = await tx.query<ThrottledAlert>({
    name: "throttled-alerts",
    text: `
      select project.id as "projectId", project.name as "projectName", alert.number, alert.title,
             alert.title_finding as "titleFinding", state.name as state,
             (select language from "user" where id = $1::uuid) as language,
             (select kind from channel where id = $2::uuid) as kind
        from alert join project on project.id = alert.project_id join state on state.id = alert.state_id
       where (alert.id = any($3::uuid[])
              -- A page stands for the alerts that joined its alert, too.
              or alert.resolved_at is null and exists (
                select from escalation joined
                 where joined.alert_id = alert.id and joined.state = 'joined' and joined.lead_id = any($3::uuid[])))
         -- A former member gets no alerts of that project.
         and ($1::uuid is null
              or exists (select from member where member.project_id = project.id and member.user_id = $1::uuid))
       order by project.name, alert.number`,
    values: [userId, channelId, pages.map(({ alertId }) => alertId)],
  })
  const [first] = throttled
  const recipient = recipientOf(due, first?.kind ?? null)
  if (first === undefined || recipient === null) return true
  const { digest: words } = messageWords(first.language ?? undefined)
  const [digestId = null] = await enqueueMessages(tx, [
    {
      projectId: userId === null ? first.projectId : null,
      queue: "page",
      event: "alert.throttled",
      subjectId: userId ?? channelId ?? pageId,
      recipient,
      dedupeKey: `alert.overflow:${pageId}:${overflowAt.getTime()}`,
      priority: 20,
      notice: {
        subject: words.throttled(throttled.length),
        paragraphs: [words.why, ...throttled.map((one) => alertLine(one, one.language))],
        link: { label: words.openAlerts, url: `${baseUrl}/projects/${first.projectId}/alerts` },
        unsubscribeUrl: null,
      },
    },
  ])
  await recordDigest(
    tx,
    digestId,
    pages.map(({ id }) => id),
  )
  return true
}

type Listed = Pick<ThrottledAlert, "projectName" | "number" | "title" | "titleFinding" | "state">

/** One alert of a digest, in its reader's language. */
export function alertLine(alert: Listed, language: string | null): string {
  const title = readOne(alert.titleFinding, alert.title)
  const words = sayFor(language === null ? {} : { language }, [title])
  return `${isolated(alert.projectName)} #${alert.number}: ${words} (${isolated(alert.state)})`
}

/** Record which digest includes these pages: once it is accepted, it has reached their recipient. */
export async function recordDigest(
  tx: SqlTransaction,
  digestId: string | null,
  pageIds: string[],
): Promise<void> {
  await tx.query({
    name: "record-digest",
    text: "update page set digest_id = $1::uuid where id = any($2::uuid[])",
    values: [digestId, pageIds],
  })
}

/** A person's account address, which gets digests without a limit, or the channel itself. */
function recipientOf({ userId, channelId }: Due, kind: ChannelKind | null) {
  if (userId !== null) return { accountId: userId }
  return channelId === null || kind === null ? null : { channel: { id: channelId, kind } }
}
