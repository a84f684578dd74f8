import type { Context } from "./context.ts"
import { DomainError } from "./errors.ts"

/**
 * The id of the signed-in user.
 *
 * @throws {DomainError} unauthorized for keys and anonymous callers.
 */
export function requirePerson({ actor }: Pick<Context, "actor">): string {
  if (actor.kind === "user") return actor.userId
  throw new DomainError("unauthorized", "This requires a signed-in user. Sign in first.")
}
