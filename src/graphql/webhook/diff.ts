import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import type { Prisma } from "../../postgres.ts"

/** What the audit log says of an endpoint: the path and the query of a URL are often its only secret. */
export const withoutPath = (url: string): string => new URL(url).origin

export type Fields = Partial<
  Pick<WebhookEndpoint, "url" | "description" | "eventTypes" | "enabled">
>

/** Each field that would be another, from what to what. */
export function diffEndpoint(before: WebhookEndpoint, after: Fields): Prisma.InputJsonObject {
  const changes: Record<string, Prisma.InputJsonObject> = {}
  const { url, description, eventTypes, enabled } = after
  if (url !== undefined && url !== before.url) {
    changes["url"] = { from: withoutPath(before.url), to: withoutPath(url) }
  }
  if (description !== undefined && description !== before.description) {
    changes["description"] = { from: before.description, to: description }
  }
  if (eventTypes !== undefined && eventTypes.join() !== before.eventTypes.join()) {
    changes["eventTypes"] = { from: before.eventTypes, to: eventTypes }
  }
  if (enabled !== undefined && enabled !== before.enabled) {
    changes["enabled"] = { from: before.enabled, to: enabled }
  }
  return changes
}
