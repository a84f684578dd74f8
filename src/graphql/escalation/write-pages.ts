import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Urgency } from "../contact/ways.ts"
import { accountKey } from "../delivery/forward.ts"
import { owe } from "../delivery/owe.ts"
import type { Plan } from "../on-call/read-plan.ts"
import type { Step } from "../on-call/steps.ts"
import { sayStep, sayWhyPaged } from "../on-call/words.ts"
import type { SqlTransaction } from "../transaction.ts"
import { holdBack } from "./hold-back.ts"

type Turn = {
  alertId: string
  projectId: string
  round: number
  urgency: Urgency
  now: Date
  step: Step
  plan: Plan
}

const write = {
  name: "write-turn",
  text: `
    with turn as (
      insert into escalation_turn (alert_id, round, rule_order, found, at)
      values ($1::uuid, $3::smallint, $4::smallint, $6::text, $5::timestamptz))
    insert into page (id, alert_id, project_id, round, rule_order, user_id, channel_id, reason, digest_at, created_at)
    select id, $1::uuid, $2::uuid, $3::smallint, $4::smallint, "userId", "channelId", reason, "digestAt", $5::timestamptz
      from jsonb_to_recordset($7::jsonb)
        as row (id uuid, "userId" uuid, "channelId" uuid, reason text, "digestAt" timestamptz)`,
}

/** What a turn found, a page for each of its people and rooms, and what is owed of it over each of their ways. */
export async function writePages(tx: SqlTransaction, turn: Turn): Promise<void> {
  const { alertId, projectId, round, urgency, now, step, plan } = turn
  const { names, rooms } = plan
  const { ruleOrder, outcomes } = step
  const ofPeople = step.userIds.map((userId) => {
    const reason = sayWhyPaged(outcomes, (one) => one.userIds.includes(userId), names)
    const ways = step.reaches.get(userId)?.ways ?? []
    const digestAt = step.reaches.get(userId)?.digestAt ?? null
    return { page: { id: newId(), userId, channelId: null, reason, digestAt }, ways }
  })
  const ofRooms = step.channelIds.map((channelId) => {
    const reason = sayWhyPaged(outcomes, (one) => one.channelId === channelId, names)
    const kind = rooms.get(channelId)?.kind
    const ways = kind === undefined ? [] : [{ channelId, kind, at: now }]
    return { page: { id: newId(), userId: null, channelId, reason, digestAt: null }, ways }
  })
  const all = [...ofPeople, ...ofRooms]
  const pages = JSON.stringify(all.map(({ page }) => page))
  const found = sayStep(step, names)
  await tx.query({ ...write, values: [alertId, projectId, round, ruleOrder, now, found, pages] })
  await owe(
    tx,
    all.flatMap(({ page, ways }) =>
      ways.map((way) => ({
        projectId,
        lane: "page" as const,
        event: "alert.created",
        subjectId: alertId,
        pageId: page.id,
        way: addressOf(way, page.userId),
        dedupeKey:
          way.channelId === null
            ? accountKey({ alertId, round, ruleOrder, pageId: page.id })
            : `page:${alertId}:${round}:${ruleOrder}:${way.channelId}`,
        priority: urgency === "high" ? 20 : 10,
        delaySeconds: (way.at.getTime() - now.getTime()) / 1000,
      })),
    ),
  )
  const paged = all.flatMap(({ page, ways }) =>
    ways.flatMap(({ channelId, kind }) =>
      channelId === null ? [] : [{ channelId, kind, userId: page.userId }],
    ),
  )
  await holdBack(
    tx,
    { alertId, projectId, urgency, now },
    paged,
    all.map(({ page }) => page.id),
  )
}

function addressOf(
  { channelId: id, kind }: { channelId: string | null; kind: ChannelKind },
  userId: string | null,
) {
  if (id !== null) return { channel: { id, kind } }
  if (userId === null) throw new Error("only a person has an account to write to")
  return { accountId: userId }
}
