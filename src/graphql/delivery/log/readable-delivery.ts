import type { Delivery } from "../../../../prisma/generated/client.ts"
import type { Permission } from "../../kernel/access.ts"
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

const eventsOf = (one: string) => `event like '${one}.%'`

/**
 * SQL: the deliveries of a project that these permissions let somebody read; null for none. Those of audit entries are
 * listed by their endpoint.
 */
export function readableSql(permissions: readonly Permission[]): string | null {
  const may = (permission: Permission) => permissions.includes(permission)
  const known = Object.keys(notices)
  const own = [
    ...(may("alerts:read") ? ["queue = 'page'"] : []),
    ...(may("webhooks:read")
      ? [
          "queue in ('event', 'webhook')",
          `queue = 'notice' and not (${known.map(eventsOf).join(" or ")})`,
        ]
      : []),
    ...Object.entries(notices).flatMap(([one, permission]) =>
      may(permission) ? [`queue = 'notice' and ${eventsOf(one)}`] : [],
    ),
  ]
  const all = [
    ...(may("status_pages:read") ? ["subscriber_id is not null"] : []),
    ...(own.length === 0 ? [] : [`subscriber_id is null and (${own.join(" or ")})`]),
  ]
  return all.length === 0 ? null : `event <> '${auditEvent}' and (${all.join(" or ")})`
}
