import type { Services } from "../../services.ts"
import type { Actor } from "../access.ts"
import { contextFor } from "../context.ts"
import { conflict, notFound } from "../errors.ts"
import { acknowledgeAlert } from "./acknowledge.ts"
import type { Linked } from "./acknowledge-link.ts"
import { openLink } from "./acknowledge-link.ts"

/**
 * Acknowledges an alert as the person whom the link's page was sent to, with that person's permissions of today.
 * Whoever reads a room that was paged acknowledges in the room's name.
 *
 * @throws {DomainError} not_found, conflict for a link that is too old, and what `acknowledgeAlert` throws.
 */
export async function acknowledgeByLink(services: Services, token: string): Promise<void> {
  const linked = await openLink(services, token)
  if (linked === null) throw notFound("link")
  if (linked.isExpired) throw conflict("This link is too old; acknowledge on the dashboard.")
  await acknowledgeAlert(contextFor(services, actorOf(linked)), linked.alert.id)
}

export function actorOf({ addressee, page }: Pick<Linked, "addressee" | "page">): Actor {
  if (addressee.kind === "room") return { kind: "system", name: addressee.name }
  const { id: userId, name, email } = addressee
  // The page stands for a session: there is none that could end.
  return { kind: "user", userId, sessionId: page.id, name, email }
}
