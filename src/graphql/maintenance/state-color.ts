import type { MaintenanceState } from "../../../prisma/generated/enums.ts"

export const stateColors: Record<MaintenanceState, string> = {
  scheduled: "#175cd3",
  ongoing: "#b54708",
  completed: "#17803d",
  cancelled: "#667085",
}
