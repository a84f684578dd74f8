import type { Prisma } from "../../../platform/postgres.ts"
import type { Actor } from "../../kernel/access.ts"
import { DomainError } from "../../kernel/errors.ts"

/** Projects that an actor can see: a person's projects, a key's project, or all for the system. */
export function mine(actor: Actor): Prisma.ProjectWhereInput {
  if (actor.kind === "user") {
    return { deletedAt: null, members: { some: { userId: actor.userId } } }
  }
  if (actor.kind === "key") return { deletedAt: null, id: actor.projectId }
  if (actor.kind === "system") return { deletedAt: null }
  throw new DomainError("unauthorized", "Sign in or send an API key as a bearer token.")
}
