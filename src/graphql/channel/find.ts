import { z } from "zod"
import type { Channel } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { requireOwned } from "./owner.ts"

const input = z.object({ id })

/**
 * A channel that the actor may touch. An unknown id is asked for like any other, so that it answers exactly as
 * one of another person or project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findChannel(
  ctx: Context,
  channelId: string,
  permission: "on_call:read" | "on_call:write",
): Promise<Channel> {
  const where = parse(input, { id: channelId })
  const channel = await ctx.database.prisma.channel.findUnique({ where })
  await requireOwned(ctx, channel, permission, where.id)
  if (channel === null) throw notFound("channel")
  return channel
}
