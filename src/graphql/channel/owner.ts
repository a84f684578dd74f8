import type { Channel } from "../../../prisma/generated/client.ts"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { lockProject } from "../project/lock.ts"
import type { Transaction } from "../transaction.ts"

/** A person, in all their projects, or a project. */
export type Owner = Pick<Channel, "projectId" | "userId">

/** Who owns what the actor makes now: the project that is named, else the signed-in person. */
export async function requireOwner(ctx: Context, projectId: string | null): Promise<Owner> {
  if (projectId !== null) {
    await ctx.access.require(projectId, "on_call:write")
    return { projectId, userId: null }
  }
  if (ctx.actor.kind === "user") return { projectId: null, userId: ctx.actor.userId }
  throw new DomainError(
    "unauthorized",
    "Only a signed-in person has channels of their own; name a project for a room's.",
  )
}

/**
 * A person's channels are theirs alone; a room's go by the permission in its project.
 *
 * @param unknown the id that was asked for, which another's channel answers like one that never was.
 */
export async function requireOwned(
  ctx: Context,
  owner: Owner | null,
  permission: Permission,
  unknown: string,
): Promise<void> {
  const { actor } = ctx
  const userId = owner?.userId ?? null
  if (userId !== null) {
    if (actor.kind === "system") return
    if (actor.kind === "user" && actor.userId === userId) return
  }
  await ctx.access.require(owner?.projectId ?? unknown, permission, "channel")
}

/** Whoever counts an owner's channels and then adds one stands in line here. */
export async function lockOwner(tx: Transaction, { projectId, userId }: Owner): Promise<void> {
  if (projectId !== null) {
    await lockProject(tx, projectId)
    return
  }
  const [held] = await tx.db.$queryRaw<object[]>`
    select 1 from "user" where id = ${userId}::uuid for no key update`
  if (held === undefined) throw notFound("channel")
}

/** The one id that the owner's deliveries are about, also once the channel is gone. */
export const ownerId = ({ projectId, userId }: Owner): string => projectId ?? userId ?? ""
