import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, notFound } from "../../kernel/errors.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** A person, in all their projects, or a project. */
export type Owner = Pick<Channel, "projectId" | "userId">

/** The owner of a new channel: the named project, else the signed-in person. */
export async function requireOwner(ctx: Context, projectId: string | null): Promise<Owner> {
  if (projectId !== null) {
    await requireTeamChannel(ctx, projectId, "on_call:write")
    return { projectId, userId: null }
  }
  if (ctx.actor.kind === "user") return { projectId: null, userId: ctx.actor.userId }
  throw new DomainError(
    "unauthorized",
    "Only a signed-in person has personal channels; give projectId for a team channel.",
  )
}

/**
 * Require access: personal channels belong to their owner only, team channels need the project permission.
 *
 * @param unknown the requested id; a channel without access fails like an unknown one.
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
  await requireTeamChannel(ctx, owner?.projectId ?? unknown, permission)
}

/** Alerts are sent to team channels, so that somebody who sets where they go could read them. */
async function requireTeamChannel(
  { access }: Context,
  projectId: string,
  permission: Permission,
): Promise<void> {
  await access.require(projectId, permission, "channel")
  if (permission === "on_call:write") await access.require(projectId, "alerts:read", "channel")
}

/** Lock the owner, which serializes counting and adding channels. */
export async function lockOwner(tx: Transaction, { projectId, userId }: Owner): Promise<void> {
  if (projectId !== null) {
    await lockProject(tx, projectId)
    return
  }
  const [locked] = await tx.db.$queryRaw<object[]>`
    select 1 from "user" where id = ${userId}::uuid for no key update`
  if (locked === undefined) throw notFound("channel")
}

/** The subject id of the owner's deliveries, which outlives the channel. */
export const ownerId = ({ projectId, userId }: Owner): string => projectId ?? userId ?? ""
