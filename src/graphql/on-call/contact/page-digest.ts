import { channelKinds } from "../../../channels/channel-kinds.ts"
import { messageWords } from "../../../channels/words/message-language.ts"
import type { Services } from "../../../platform/services.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { alertLine, recordDigest } from "./overflow.ts"
import { readContacts } from "./read-contacts.ts"

type Due = { pageId: string; userId: string }

type Collected = {
  /** The same in each row. */
  pageIds: string[]
  projectId: string
  projectName: string
  number: number
  title: string
  titleFinding: unknown
  state: string
  language: string
}

/** The lock on a person's first page makes other workers skip all their pages, so each digest is enqueued once. */
const dueDigest: Statement = {
  name: "due-digest",
  text: `
    select id as "pageId", user_id as "userId" from page
     where digest_at <= now() and user_id is not null and not exists (
             select from page before
              where before.user_id = page.user_id and before.digest_at <= now()
                and (before.digest_at, before.id) < (page.digest_at, page.id))
     order by digest_at, id limit 1 for no key update skip locked`,
  values: [],
}

/** Enqueue all due digests of low-urgency alerts. @returns how many. */
export async function sendDigests(
  services: Pick<Services, "database" | "bus" | "env">,
): Promise<number> {
  let sent = 0
  const send = (tx: Transaction) => sendOne(tx, services.env.BASE_URL)
  while ((await finds(services, dueDigest)) && (await transact(services, send))) sent += 1
  return sent
}

async function sendOne(tx: Transaction, baseUrl: string): Promise<boolean> {
  const [due] = await tx.query<Due>(dueDigest)
  if (due === undefined) return false
  const { pageId, userId } = due
  const collected = await tx.db.$queryRaw<Collected[]>`
    with collected as (
      update page set digest_at = null where user_id = ${userId}::uuid and digest_at <= now()
      returning id, alert_id)
    select array(select id from collected)::text[] as "pageIds", project.id as "projectId", project.name as "projectName", alert.number, alert.title, alert.title_finding as "titleFinding",
           state.name as state, (select language from "user" where id = ${userId}::uuid) as language
      from alert join project on project.id = alert.project_id join state on state.id = alert.state_id
     where alert.id in (select alert_id from collected)
       -- A former member gets no alerts of that project.
       and exists (select from member where member.project_id = project.id and member.user_id = ${userId}::uuid)
     order by project.name, alert.number`
  if (collected.length === 0) return true
  const contact = (await readContacts(tx, [userId])).get(userId)
  const mail = contact?.channels.find(({ kind }) => channelKinds[kind].takesDigest)
  const [first] = collected
  const { digest: words } = messageWords(first?.language)
  const [digestId = null] = await enqueueMessages(tx, [
    {
      projectId: null,
      queue: "notice",
      event: "alert.digest",
      subjectId: userId,
      recipient: mail?.channelId
        ? { channel: { id: mail.channelId, kind: mail.kind } }
        : { accountId: userId },
      // Keyed by the first page, because a page stored late may be due at the same time as an earlier digest.
      dedupeKey: `alert.digest:${pageId}`,
      notice: {
        subject: words.low(collected.length),
        paragraphs: collected.map((one) => alertLine(one, one.language)),
        link: first
          ? { label: words.link, url: `${baseUrl}/projects/${first.projectId}/alerts` }
          : null,
        unsubscribeUrl: null,
      },
    },
  ])
  await recordDigest(tx, digestId, first?.pageIds ?? [])
  return true
}
