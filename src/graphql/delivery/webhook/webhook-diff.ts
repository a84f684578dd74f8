import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"

/** The URL for the audit log: only the origin, because path and query often contain a secret. */
export const withoutPath = (url: string): string => new URL(url).origin

type Endpoint = Pick<WebhookEndpoint, "id" | "projectId" | "url">

/** The endpoint as the subject of an audit entry. */
export const asSubject = ({ id, projectId, url }: Endpoint) => ({
  id,
  projectId,
  name: withoutPath(url),
})

export type Fields = Partial<
  Pick<WebhookEndpoint, "url" | "description" | "eventTypes" | "enabled">
>

/** Changed fields, with their values before and after. */
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
