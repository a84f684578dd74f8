import type { Operation } from "./operation.ts"
import { alerts } from "./operations/alerts.ts"
import { config } from "./operations/config.ts"
import { incidents } from "./operations/incidents.ts"
import { monitors } from "./operations/monitors.ts"
import { onCallOperations } from "./operations/on-call.ts"
import { scheduledMaintenances } from "./operations/scheduled-maintenances.ts"
import { statusPages } from "./operations/status-pages.ts"
import { usageOperations } from "./operations/usage.ts"
import { webhookEndpoints } from "./operations/webhook-endpoints.ts"

/** The whole of /v1, in the order of the reference. */
export const operations: readonly Operation[] = [
  ...monitors,
  ...config,
  ...incidents,
  ...alerts,
  ...scheduledMaintenances,
  ...statusPages,
  ...onCallOperations,
  ...webhookEndpoints,
  ...usageOperations,
]
