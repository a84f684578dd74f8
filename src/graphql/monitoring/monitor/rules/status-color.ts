import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"

/** #rrggbb of each status, the same in GraphQL, REST and badges. */
export const statusColors: Record<MonitorStatus, string> = {
  operational: "#079455",
  degraded: "#dc6803",
  offline: "#d92d20",
  unknown: "#6b7280",
}
