import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { whereId } from "../../kernel/require-found.ts"
import { requireOwned } from "./channel-owner.ts"

/**
 * Find a channel that the actor may access. Access is checked for unknown ids too, so they fail exactly like ids of
 * other people and projects.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findChannel(
  ctx: Context,
  channelId: string,
  permission: "on_call:read" | "on_call:write",
): Promise<Channel> {
  const where = whereId(channelId)
  const channel = await ctx.database.prisma.channel.findUnique({ where })
  await requireOwned(ctx, channel, permission, where.id)
  if (channel === null) throw notFound("channel")
  return channel
}
