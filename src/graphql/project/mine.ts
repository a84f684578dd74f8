import type { Prisma } from "../../postgres.ts"
import type { Actor } from "../access.ts"
import { DomainError } from "../errors.ts"

/** The projects that an actor sees: a person's own, a key's one, all for the system. */
export function mine(actor: Actor): Prisma.ProjectWhereInput {
  if (actor.kind === "user") return { members: { some: { userId: actor.userId } } }
  if (actor.kind === "key") return { id: actor.projectId }
  if (actor.kind === "system") return {}
  throw new DomainError("unauthorized", "Sign in or send an API key as a bearer token.")
}
