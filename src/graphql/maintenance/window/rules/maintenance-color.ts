import type { MaintenanceState } from "../../../../../prisma/generated/enums.ts"

/** #rrggbb of each state, the same in GraphQL, REST and webhooks. */
export const stateColors: Record<MaintenanceState, string> = {
  scheduled: "#175cd3",
  ongoing: "#dc6803",
  completed: "#079455",
  cancelled: "#6b7280",
}
