import { alertsExport, incidentsExport } from "./cases-export.ts"
import { deliveriesExport } from "./deliveries-export.ts"
import { onCallExport, shiftsExport } from "./on-call-export.ts"
import type { ExportKind } from "./export-kind.ts"
import { outagesExport } from "./outages-export.ts"
import { uptimeExport } from "./uptime-export.ts"

/** What can be exported, by the name in its URL. */
export const exports = {
  uptime: uptimeExport,
  outages: outagesExport,
  incidents: incidentsExport,
  alerts: alertsExport,
  deliveries: deliveriesExport,
  "on-call": onCallExport,
  shifts: shiftsExport,
} as const satisfies Record<string, ExportKind>

export type ExportName = keyof typeof exports

export const isExport = (name: string): name is ExportName => Object.hasOwn(exports, name)
