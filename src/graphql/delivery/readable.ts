import type { Delivery } from "../../../prisma/generated/client.ts"
import type { Prisma } from "../../postgres.ts"
import type { Actor, Permission } from "../access.ts"

/** By what the notice is about; the part of its event before the point. */
const notices: Record<string, Permission> = {
  alert: "alerts:read",
  channel: "on_call:read",
  invitation: "members:read",
  on_call: "on_call:read",
  status_page: "status_pages:read",
  webhook_endpoint: "webhooks:read",
}

/** What it takes to read a delivery: what it tells of decides, and only endpoints' own are webhooks. */
export function permissionOf({
  lane,
  event,
  subscriberId,
}: Pick<Delivery, "lane" | "event" | "subscriberId">): Permission {
  if (subscriberId !== null) return "status_pages:read"
  if (lane === "page") return "alerts:read"
  const about = event.split(".")[0] ?? ""
  return (lane === "notice" && notices[about]) || "webhooks:read"
}

/** Who may send again what tells of these; of alerts and duty whoever writes who is paged. */
const senders: Partial<Record<Permission, Permission>> = {
  "members:read": "members:write",
  "status_pages:read": "status_pages:write",
  "webhooks:read": "webhooks:write",
}

/** What it takes to send a delivery again: to write what it tells of. */
export const sendableBy = (
  delivery: Pick<Delivery, "lane" | "event" | "subscriberId">,
): Permission => senders[permissionOf(delivery)] ?? "on_call:write"

/**
 * Which of a project's deliveries somebody may read; people read them all, keys by their scopes. Null for none.
 */
export function readableBy(actor: Actor): Prisma.DeliveryWhereInput | null {
  if (actor.kind !== "key") return {}
  const scopes: readonly string[] = actor.scopes
  const may = (permission: Permission) => scopes.includes(permission)
  const own = { subscriberId: null }
  const known = Object.keys(notices)
  const kinds: Prisma.DeliveryWhereInput[] = [
    ...(may("status_pages:read") ? [{ subscriberId: { not: null } }] : []),
    ...(may("alerts:read") ? [{ ...own, lane: "page" as const }] : []),
    ...known
      .filter((about) => may(notices[about] ?? "webhooks:read"))
      .map((about) => ({ ...own, lane: "notice" as const, event: { startsWith: `${about}.` } })),
    ...(may("webhooks:read")
      ? [{ ...own, lane: { in: ["event" as const, "webhook" as const] } }]
      : []),
  ]
  return kinds.length === 0 ? null : { OR: kinds }
}
