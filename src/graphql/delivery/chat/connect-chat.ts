import type { Services } from "../../../platform/services.ts"
import type { Context } from "../../kernel/context.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAccountAudit } from "../../workspace/audit/record-account.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { z } from "zod"
import type { Stranger } from "./chat-link.ts"

const host = "discord"
const input = z.object({ memberId: text(50) })

/** Connect a chat user to a person, replacing an earlier connection. */
export async function connectChatAccount(
  services: Pick<Services, "database" | "bus">,
  userId: string,
  { memberId, name }: Stranger,
): Promise<void> {
  await transact(services, async (tx) => {
    await tx.db.chatAccount.upsert({
      where: { host_memberId: { host, memberId } },
      create: { host, memberId, userId, name },
      update: { userId, name },
    })
    const person = await tx.db.user.findUniqueOrThrow({ where: { id: userId } })
    const actor = { kind: "user" as const, userId, sessionId: "", ...person }
    const action = "chat_account.connected"
    await recordAccountAudit(tx, actor, userId, action, { id: userId, name }, { host })
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
  const userId = requirePerson(ctx)
  return transact(ctx, async (tx) => {
    const where = { host_memberId: { host, memberId }, userId } as const
    const found = await tx.db.chatAccount.findUnique({ where })
    if (found === null) return false
    await tx.db.chatAccount.delete({ where })
    const subject = { id: userId, name: found.name }
    const action = "chat_account.disconnected"
    await recordAccountAudit(tx, ctx.actor, userId, action, subject, { host })
    return true
  })
}
