import type { Services } from "../../../platform/services.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { openLink } from "./acknowledge-link.ts"
import { acknowledgePaged } from "./paged-person.ts"

/**
 * Acknowledges an alert as the recipient of the page that the link belongs to.
 *
 * @throws {DomainError} not_found, conflict for an expired link, and what `acknowledgeAlert` throws.
 */
export async function acknowledgeByLink(services: Services, token: string): Promise<void> {
  const linked = await openLink(services, token)
  if (linked === null) throw notFound("link")
  if (linked.isExpired)
    throw conflict("This link has expired. Acknowledge the alert on the dashboard.")
  await acknowledgePaged(services, linked, "link")
}
