import type { Actor, Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { eventKinds, type EventKind } from "../../outbox/event-kinds.ts"

/** The event that carries entries of the audit log. */
export const auditEvent: EventKind = "audit_entry.created"

/** Permission to read what an event carries, by its subject; those of endpoints carry nothing else. */
const reads: Record<string, Permission> = {
  monitor: "monitors:read",
  incident: "incidents:read",
  alert: "alerts:read",
  maintenance: "maintenances:read",
  on_call: "on_call:read",
  audit_entry: "audit:read",
}

/** What an actor must be able to read; the scope webhooks:write of a key includes all events but the audit log, see `scope-includes.ts`. */
const needed = ({ kind }: Actor, events: readonly string[]): Set<Permission> =>
  new Set(
    events
      .flatMap((event) => reads[event.split(".")[0] ?? ""] ?? [])
      .filter((permission) => kind !== "key" || permission === "audit:read"),
  )

type Asking = Pick<Context, "access" | "actor">

/**
 * An actor that sets where events are sent, or gets the secret that signs them, could read them or keep them from
 * being sent.
 *
 * @throws {DomainError} insufficient_scope
 */
export async function requireEvents(
  { access, actor }: Asking,
  projectId: string,
  events: readonly string[],
): Promise<void> {
  for (const permission of needed(actor, events)) {
    await access.require(projectId, permission, "webhook endpoint")
  }
}

/** The events that an actor who may write endpoints may have sent to them. */
export async function sendableEvents(
  { access, actor }: Asking,
  projectId: string,
): Promise<EventKind[]> {
  const own = new Set(await access.permissions(projectId))
  return eventKinds.filter((event) => needed(actor, [event]).isSubsetOf(own))
}
