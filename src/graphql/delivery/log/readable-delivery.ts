import type { Delivery } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import type { Actor, Permission } from "../../kernel/access.ts"
import type { About } from "../../kernel/monitor-scope.ts"
import { auditEvent } from "../webhook/require-events.ts"

/** Read permission by the subject of a notice, which is its event up to the dot. */
const notices: Record<string, Permission> = {
  alert: "alerts:read",
  channel: "on_call:read",
  invitation: "members:read",
  on_call: "on_call:read",
  status_page: "status_pages:read",
  webhook_endpoint: "webhooks:read",
}

/** The permission to read a delivery, by its subject. */
export function permissionOf({
  queue,
  event,
  subscriberId,
}: Pick<Delivery, "queue" | "event" | "subscriberId">): Permission {
  if (subscriberId !== null) return "status_pages:read"
  if (event === auditEvent) return "audit:read"
  if (queue === "page") return "alerts:read"
  const about = event.split(".")[0] ?? ""
  return (queue === "notice" && notices[about]) || "webhooks:read"
}

/** What a delivery is about: a page belongs to its alert, everything else to the project. */
export const aboutOf = ({
  queue,
  subjectId,
}: Pick<Delivery, "queue" | "subjectId">): About | undefined =>
  queue === "page" ? { type: "alert", id: subjectId } : undefined

/** Permission to replay, by read permission; on_call:write for all others. */
const senders: Partial<Record<Permission, Permission>> = {
  "audit:read": "audit:read",
  "members:read": "members:write",
  "status_pages:read": "status_pages:write",
  "webhooks:read": "webhooks:write",
}

/** The permission to replay a delivery: the write permission of its subject. */
export const sendableBy = (
  delivery: Pick<Delivery, "queue" | "event" | "subscriberId">,
): Permission => senders[permissionOf(delivery)] ?? "on_call:write"

/**
 * Filter for the project deliveries an actor may read: people all, keys by their scopes. Null for none. Those of audit
 * entries, which not every member may read, are listed by their endpoint.
 */
export function readableBy(actor: Actor): Prisma.DeliveryWhereInput | null {
  const isAudit = { event: auditEvent }
  if (actor.kind !== "key") return { NOT: isAudit }
  const scopes: readonly string[] = actor.scopes
  const may = (permission: Permission) => scopes.includes(permission)
  const own = { subscriberId: null }
  const known = Object.keys(notices)
  const kinds: Prisma.DeliveryWhereInput[] = [
    ...(may("status_pages:read") ? [{ subscriberId: { not: null } }] : []),
    ...(may("alerts:read") ? [{ ...own, queue: "page" as const }] : []),
    ...known
      .filter((about) => may(notices[about] ?? "webhooks:read"))
      .map((about) => ({ ...own, queue: "notice" as const, event: { startsWith: `${about}.` } })),
    ...(may("webhooks:read")
      ? [{ ...own, queue: { in: ["event" as const, "webhook" as const] } }]
      : []),
  ]
  return kinds.length === 0 ? null : { OR: kinds, NOT: isAudit }
}
