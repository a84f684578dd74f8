import type { Hour } from "./overview-documents.ts"

/** Uptime of several hours together, from 0 to 100; null without data. */
export function upOf(hours: Hour[]): number | null {
  const up = sum(hours, "operationalSeconds") + sum(hours, "degradedSeconds")
  const seen = up + sum(hours, "offlineSeconds")
  return seen === 0 ? null : (100 * up) / seen
}

type Seconds = "operationalSeconds" | "degradedSeconds" | "offlineSeconds" | "excludedSeconds"

export const sum = (hours: Hour[], key: Seconds): number =>
  hours.reduce((total, hour) => total + hour[key], 0)
