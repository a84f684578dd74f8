import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"

/**
 * Whether the caller operates the installation: its first account, and the command line. An owner of a project is
 * not enough, because sign-up may be open. Ids are in the order of creation.
 */
export async function isOperator({ actor, database }: Context): Promise<boolean> {
  if (actor.kind !== "user") return actor.kind === "system"
  const first = await database.prisma.user.findFirst({
    orderBy: { id: "asc" },
    select: { id: true },
  })
  return first?.id === actor.userId
}

/** @throws {DomainError} unauthorized or insufficient_scope for everyone but the operator. */
export async function requireOperator(ctx: Context): Promise<void> {
  if (await isOperator(ctx)) return
  if (ctx.actor.kind === "anonymous") throw new DomainError("unauthorized", "Sign in first.")
  throw new DomainError(
    "insufficient_scope",
    "Only the operator of this installation, who has its first account, may read this.",
  )
}
