import type { Services } from "../../services.ts"
import type { Context } from "../context.ts"
import { requirePerson } from "../contact/save.ts"
import { parse, text } from "../input.ts"
import { z } from "zod"
import type { Stranger } from "./link.ts"

const host = "discord"
const input = z.object({ memberId: text(50) })

/** From now on what they press in the chat is done as this person; whoever it was before no longer is. */
export async function connectChatAccount(
  { database }: Pick<Services, "database">,
  userId: string,
  { memberId, name }: Stranger,
): Promise<void> {
  await database.prisma.chatAccount.upsert({
    where: { host_memberId: { host, memberId } },
    create: { host, memberId, userId, name },
    update: { userId, name },
  })
}

/** Who somebody in Discord is here; null for a stranger. */
export async function findChatAccount(
  { database }: Pick<Services, "database">,
  memberId: string,
): Promise<string | null> {
  const where = { host_memberId: { host, memberId } } as const
  return (await database.prisma.chatAccount.findUnique({ where }))?.userId ?? null
}

/** Answers whether it was connected to the signed-in person. */
export async function disconnectChatAccount(ctx: Context, given: string): Promise<boolean> {
  const { memberId } = parse(input, { memberId: given })
  const where = { host, memberId, userId: requirePerson(ctx) } as const
  return (await ctx.database.prisma.chatAccount.deleteMany({ where })).count > 0
}
