import type { WebhookEndpoint } from "../../../../../prisma/generated/client.ts"
import { conflict } from "../../../kernel/errors.ts"

/** @throws {DomainError} conflict if the endpoint is disabled. */
export function requireEnabled({ enabled }: Pick<WebhookEndpoint, "enabled">): void {
  if (enabled) return
  throw conflict("The webhook endpoint is disabled. Enable it first.")
}
