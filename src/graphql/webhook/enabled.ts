import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { conflict } from "../errors.ts"

/** @throws {DomainError} conflict where nothing would be sent. */
export function requireEnabled({ enabled }: Pick<WebhookEndpoint, "enabled">): void {
  if (enabled) return
  throw conflict("The webhook endpoint is disabled, so nothing is sent to it; enable it first.")
}
