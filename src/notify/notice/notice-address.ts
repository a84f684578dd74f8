import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { messageWords } from "../../channels/words/message-language.ts"
import {
  enqueueMessages,
  type QueuedMessage,
  type Recipient,
} from "../../graphql/outbox/enqueue-message.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import { tellDisabled, announceHandOver } from "./notice-messages.ts"

/** Events that are always sent to people by email. */
const noticeEvents = ["webhook_endpoint.disabled", "on_call.handed_over"]

type Happened = {
  id: string
  projectId: string
  projectName: string
  event: string
  subjectId: string
  payload: unknown
  /** Of the rotation; null if it was deleted, or the event is about something else. */
  timeZone: string | null
}

type Person = {
  userId: string
  language: string
  timeZone: string | null
  channelId: string | null
  kind: ChannelKind | null
}

/**
 * Enqueues notices to people: to owners when an endpoint was disabled, and to the person coming on call. Returns
 * the IDs of events with at least one delivery.
 */
export async function addressPeople(
  tx: Transaction,
  eventIds: string[],
  baseUrl: string,
): Promise<string[]> {
  const events = await tx.db.$queryRaw<Happened[]>`
    select d.id, d.project_id as "projectId", p.name as "projectName", d.event, d.subject_id as "subjectId",
           d.payload, r.time_zone as "timeZone"
      from delivery d join project p on p.id = d.project_id
      left join rotation r on r.id = d.subject_id
     where d.id = any(${eventIds}::uuid[]) and d.event = any(${noticeEvents}) order by d.created_at, d.id`
  const addressed: string[] = []
  for (const event of events) {
    const all = await noticesOf(tx, event, baseUrl)
    await enqueueMessages(tx, all)
    if (all.length > 0) addressed.push(event.id)
  }
  return addressed
}

async function noticesOf(
  tx: Transaction,
  event: Happened,
  baseUrl: string,
): Promise<QueuedMessage[]> {
  const { projectId, projectName, payload } = event
  const tell =
    event.event === "on_call.handed_over"
      ? announceHandOver(payload, {
          projectName,
          timeZone: event.timeZone ?? "UTC",
          url: `${baseUrl}/projects/${projectId}/on-call`,
        })
      : tellDisabled(payload, { projectName, url: `${baseUrl}/docs/webhooks` })
  if (tell === null) return []
  const people = await readPeople(tx, projectId, tell.userId)
  return people.map(({ userId, channelId, kind, language, timeZone }) => ({
    projectId,
    queue: "notice",
    event: event.event,
    subjectId: event.subjectId,
    recipient: recipientOf(userId, channelId, kind),
    dedupeKey: `notice:${userId}:${event.id}`,
    notice: { ...tell.notice(messageWords(language), timeZone), unsubscribeUrl: null },
  }))
}

const recipientOf = (
  userId: string,
  channelId: string | null,
  kind: ChannelKind | null,
): Recipient =>
  channelId === null || kind === null ? { accountId: userId } : { channel: { id: channelId, kind } }

/** The owners, or one member; each with the e-mail channel they proved first. */
const readPeople = ({ db }: Transaction, projectId: string, userId: string | null) =>
  db.$queryRaw<Person[]>`
    select m.user_id as "userId", u.language, u.time_zone as "timeZone", c.id as "channelId", c.kind
      from member m join "user" u on u.id = m.user_id
      left join lateral (
        select id, kind from channel
         where user_id = m.user_id and kind = 'email' and enabled and verified_at is not null
         order by verified_at, id limit 1) c on true
     where m.project_id = ${projectId}::uuid
       and case when ${userId}::uuid is null then m.role = 'owner' else m.user_id = ${userId}::uuid end
     order by m.created_at, m.id`
