import type { Services } from "../../../platform/services.ts"
import type { Context } from "../../kernel/context.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { z } from "zod"
import type { Stranger } from "./chat-link.ts"

const host = "discord"
const input = z.object({ memberId: text(50) })

/** Connect a chat user to a person, replacing an earlier connection. */
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

/** The user id connected to a Discord user; null if none. */
export async function findChatAccount(
  { database }: Pick<Services, "database">,
  memberId: string,
): Promise<string | null> {
  const where = { host_memberId: { host, memberId } } as const
  return (await database.prisma.chatAccount.findUnique({ where }))?.userId ?? null
}

/** @returns whether it was connected to the signed-in person. */
export async function disconnectChatAccount(ctx: Context, given: string): Promise<boolean> {
  const { memberId } = parse(input, { memberId: given })
  const where = { host, memberId, userId: requirePerson(ctx) } as const
  return (await ctx.database.prisma.chatAccount.deleteMany({ where })).count > 0
}
