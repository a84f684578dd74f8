import { createContext, use } from "react"
import type { CheckRow } from "../check/check-documents.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"

type OneMonitor = {
  monitor: MonitorWhole
  /** The last checks, newest first, extended by the stream. */
  checks: CheckRow[] | undefined
  /** Reads the monitor again. */
  again(): void
}

/** The monitor of the page and its tabs. */
export const MonitorContext = createContext<OneMonitor | null>(null)

export function useMonitor(): OneMonitor {
  const held = use(MonitorContext)
  if (held === null) throw new Error("outside of a monitor's page")
  return held
}
