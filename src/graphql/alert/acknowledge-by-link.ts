import type { Services } from "../../services.ts"
import { conflict, notFound } from "../errors.ts"
import { openLink } from "./acknowledge-link.ts"
import { acknowledgePaged } from "./paged.ts"

/**
 * Acknowledges an alert as whoever the link's page was sent to.
 *
 * @throws {DomainError} not_found, conflict for a link that is too old, and what `acknowledgeAlert` throws.
 */
export async function acknowledgeByLink(services: Services, token: string): Promise<void> {
  const linked = await openLink(services, token)
  if (linked === null) throw notFound("link")
  if (linked.isExpired) throw conflict("This link is too old; acknowledge on the dashboard.")
  await acknowledgePaged(services, linked)
}
