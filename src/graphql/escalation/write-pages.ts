import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Urgency } from "../contact/ways.ts"
import { owe } from "../delivery/owe.ts"
import type { Plan } from "../on-call/read-plan.ts"
import type { Step } from "../on-call/steps.ts"
import { sayWhyPaged } from "../on-call/words.ts"
import type { Transaction } from "../transaction.ts"
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

/** A page for each person and room of a turn, and what is owed of it over each of their ways. */
export async function writePages(tx: Transaction, turn: Turn): Promise<void> {
  const { alertId, projectId, round, urgency, now, step, plan } = turn
  const { names, rooms } = plan
  const { ruleOrder, outcomes } = step
  const about = { alertId, projectId, round, ruleOrder, createdAt: now }
  const ofPeople = step.userIds.map((userId) => {
    const reason = sayWhyPaged(outcomes, (one) => one.userIds.includes(userId), names)
    const ways = step.reaches.get(userId)?.ways ?? []
    const digestAt = step.reaches.get(userId)?.digestAt ?? null
    return { page: { ...about, id: newId(), userId, reason, digestAt }, ways }
  })
  const ofRooms = step.channelIds.map((channelId) => {
    const reason = sayWhyPaged(outcomes, (one) => one.channelId === channelId, names)
    const kind = rooms.get(channelId)?.kind
    const ways = kind === undefined ? [] : [{ channelId, kind, at: now }]
    return { page: { ...about, id: newId(), channelId, reason }, ways }
  })
  const all = [...ofPeople, ...ofRooms]
  await tx.db.page.createMany({ data: all.map(({ page }) => page) })
  await owe(
    tx,
    all.flatMap(({ page, ways }) =>
      ways.map((way) => ({
        projectId,
        lane: "page" as const,
        event: "alert.created",
        subjectId: alertId,
        pageId: page.id,
        way: addressOf(way, "userId" in page ? page.userId : null),
        dedupeKey: `page:${alertId}:${round}:${ruleOrder}:${way.channelId ?? `account-${page.id}`}`,
        priority: urgency === "high" ? 20 : 10,
        delaySeconds: (way.at.getTime() - now.getTime()) / 1000,
      })),
    ),
  )
  const paged = all.flatMap(({ page, ways }) =>
    ways.flatMap(({ channelId, kind }) => {
      const userId = "userId" in page ? page.userId : null
      return channelId === null ? [] : [{ channelId, kind, userId }]
    }),
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
