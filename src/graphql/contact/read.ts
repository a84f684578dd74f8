import type { Prisma } from "../../postgres.ts"
import type { Contact, ContactRules, Urgency } from "./ways.ts"

type Db = Pick<Prisma.TransactionClient, "channel" | "contactRules">

/** How each of these people can be reached; who has no verified way is among them without any. */
export async function readContacts(
  db: Db,
  userIds: string[],
): Promise<ReadonlyMap<string, Contact>> {
  const channels = await db.channel.findMany({
    where: { userId: { in: userIds }, enabled: true, verifiedAt: { not: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, userId: true, kind: true, name: true },
  })
  const chosen = await db.contactRules.findMany({
    where: { userId: { in: userIds } },
    include: { methods: { orderBy: { order: "asc" } } },
  })
  const rules = new Map(chosen.map((row) => [row.userId, rulesOf(row)]))
  return new Map(
    userIds.map((userId) => {
      const ways = channels
        .filter((one) => one.userId === userId)
        .map(({ id: channelId, kind, name }) => ({ channelId, kind, name }))
      return [userId, { ways, rules: rules.get(userId) ?? null }] as const
    }),
  )
}

type Row = Prisma.ContactRulesGetPayload<{ include: { methods: true } }>

function rulesOf(row: Row): ContactRules {
  const { timeZone, quietFromMinute, quietUntilMinute, digestMinute, methods } = row
  const of = (wanted: Urgency) => methods.filter(({ urgency }) => urgency === wanted)
  return {
    timeZone,
    quiet:
      quietFromMinute === null || quietUntilMinute === null
        ? null
        : { fromMinute: quietFromMinute, untilMinute: quietUntilMinute },
    digestMinute,
    methods: { high: of("high"), low: of("low") },
  }
}
