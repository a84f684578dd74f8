import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Owed, Way } from "../../graphql/delivery/owe.ts"
import { owe } from "../../graphql/delivery/owe.ts"
import type { Transaction } from "../../graphql/transaction.ts"
import { tellDisabled, tellHandOver } from "./words.ts"

/** Events that people are told of by e-mail, whatever else is subscribed to them. */
const told = ["webhook_endpoint.disabled", "on_call.handed_over"]

type Happened = {
  id: string
  projectId: string
  projectName: string
  event: string
  subjectId: string
  payload: unknown
  /** Of the rotation; null where it is gone, or the event is about something else. */
  timeZone: string | null
}

type Person = { userId: string; channelId: string | null; kind: ChannelKind | null }

/**
 * Owes people notices of what concerns them: to owners that an endpoint of theirs was disabled, to whoever comes
 * on duty that it is so. Answers the ids of the events that anybody is told of.
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
     where d.id = any(${eventIds}::uuid[]) and d.event = any(${told}) order by d.created_at, d.id`
  const addressed: string[] = []
  for (const event of events) {
    const all = await noticesOf(tx, event, baseUrl)
    await owe(tx, all)
    if (all.length > 0) addressed.push(event.id)
  }
  return addressed
}

async function noticesOf(tx: Transaction, event: Happened, baseUrl: string): Promise<Owed[]> {
  const { projectId, projectName, payload } = event
  const tell =
    event.event === "on_call.handed_over"
      ? tellHandOver(payload, {
          projectName,
          timeZone: event.timeZone ?? "UTC",
          url: `${baseUrl}/projects/${projectId}/on-call`,
        })
      : tellDisabled(payload, { projectName, url: `${baseUrl}/docs/webhooks` })
  if (tell === null) return []
  const people = await readPeople(tx, projectId, tell.userId)
  return people.map(({ userId, channelId, kind }) => ({
    projectId,
    lane: "notice",
    event: event.event,
    subjectId: event.subjectId,
    way: wayTo(userId, channelId, kind),
    dedupeKey: `notice:${userId}:${event.id}`,
    notice: { ...tell.notice, unsubscribeUrl: null },
  }))
}

const wayTo = (userId: string, channelId: string | null, kind: ChannelKind | null): Way =>
  channelId === null || kind === null ? { accountId: userId } : { channel: { id: channelId, kind } }

/** The owners, or one member; each with the e-mail channel they proved first. */
const readPeople = ({ db }: Transaction, projectId: string, userId: string | null) =>
  db.$queryRaw<Person[]>`
    select m.user_id as "userId", c.id as "channelId", c.kind
      from member m
      left join lateral (
        select id, kind from channel
         where user_id = m.user_id and kind = 'email' and enabled and verified_at is not null
         order by verified_at, id limit 1) c on true
     where m.project_id = ${projectId}::uuid
       and case when ${userId}::uuid is null then m.role = 'owner' else m.user_id = ${userId}::uuid end
     order by m.created_at, m.id`
