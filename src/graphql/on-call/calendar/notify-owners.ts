import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { sayFor } from "../../../channels/shown-message.ts"
import { messageWords } from "../../../channels/words/message-language.ts"
import { newId } from "../../../platform/id.ts"
import { isolated } from "../../../platform/shown-text.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { calendarFinding, type CalendarWarning } from "./rules/calendar-warning.ts"

type Lost = { id: string; rotationId: string; projectId: string; warnings: CalendarWarning[] }
type Owner = {
  userId: string
  language: string
  channelId: string | null
  kind: ChannelKind | null
  rotation: string
  project: string
}

const mostListed = 10

/** Tells the owners that a calendar has shifts which do not count, by mail. */
export async function notifyOwners(
  tx: Transaction,
  { id, rotationId, projectId, warnings }: Lost,
  baseUrl: string,
): Promise<void> {
  const owners = await tx.db.$queryRaw<Owner[]>`
    select m.user_id as "userId", u.language, c.id as "channelId", c.kind,
           r.name as rotation, p.name as project
      from member m
      join "user" u on u.id = m.user_id
      join project p on p.id = m.project_id
      join rotation r on r.id = ${rotationId}::uuid
      left join lateral (
        select id, kind from channel
         where user_id = m.user_id and kind = 'email' and enabled and verified_at is not null
         order by verified_at, id limit 1) c on true
     where m.project_id = ${projectId}::uuid and m.role = 'owner'
     order by m.created_at, m.id`
  const event = "rotation_calendar.losing_shifts"
  const occasion = newId()
  await enqueueMessages(
    tx,
    owners.map(({ userId, language, channelId, kind, rotation, project }) => {
      const { calendarLosesShifts: words } = messageWords(language)
      return {
        projectId,
        queue: "notice",
        event,
        subjectId: id,
        recipient:
          channelId === null || kind === null
            ? { accountId: userId }
            : { channel: { id: channelId, kind } },
        dedupeKey: `${event}:${userId}:${occasion}`,
        notice: {
          subject: words.subject(isolated(rotation)),
          paragraphs: [
            words.lost(isolated(rotation), isolated(project)),
            warnings
              .slice(0, mostListed)
              .map((one) => sayFor({ language }, [calendarFinding(one)]))
              .join("\n"),
            words.next,
          ],
          link: { label: words.link, url: `${baseUrl}/projects/${projectId}/on-call` },
          unsubscribeUrl: null,
        },
      }
    }),
  )
}
