import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { hasFactor, readFactors } from "./factors.ts"

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
    "Only the operator of this installation, who has its first account, may do this.",
  )
}

/**
 * For changes of the installation: the operator in person, and, if the account has a second factor, in a session that
 * proved it.
 *
 * @throws {DomainError} unauthorized or insufficient_scope.
 */
export async function requireOperatorInPerson(ctx: Context): Promise<void> {
  await requireOperator(ctx)
  const { actor, database } = ctx
  if (actor.kind !== "user") return
  if (actor.via !== undefined) {
    throw new DomainError("insufficient_scope", "Change this in the dashboard.")
  }
  if (actor.isStrong === true || !hasFactor(await readFactors(database.prisma, actor.userId)))
    return
  throw new DomainError(
    "insufficient_scope",
    "Confirm a second factor first, under You, Security: your passkey, a one-time code or a backup code.",
  )
}
