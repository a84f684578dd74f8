import type { Prisma } from "../../postgres.ts"
import type { Contact } from "./ways.ts"

type Db = Pick<Prisma.TransactionClient, "channel">

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
  return new Map(
    userIds.map((userId) => {
      const ways = channels
        .filter((one) => one.userId === userId)
        .map(({ id: channelId, kind, name }) => ({ channelId, kind, name }))
      return [userId, { ways, rules: null }] as const
    }),
  )
}
