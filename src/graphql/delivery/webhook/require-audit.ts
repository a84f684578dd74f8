import type { Context } from "../../kernel/context.ts"
import type { EventKind } from "../../outbox/event-kinds.ts"

/** The event that carries entries of the audit log. */
export const auditEvent: EventKind = "audit_entry.created"

/**
 * A person who sets where entries of the audit log are sent could read them, or keep them from being sent.
 *
 * @throws {DomainError} insufficient_scope
 */
export async function requireAudit(
  { access }: Context,
  projectId: string,
  eventTypes: readonly string[],
): Promise<void> {
  if (eventTypes.includes(auditEvent)) await access.require(projectId, "audit:read")
}
