import type { VolumeTone } from "./volume-chart.tsx"

export type LevelTone = "bad" | "warning" | "plain" | "quiet"

export const toneOfNumber = (number: number): LevelTone =>
  number >= 17 ? "bad" : number >= 13 ? "warning" : number >= 9 || number === 0 ? "plain" : "quiet"

const tones: Record<string, VolumeTone> = {
  FATAL: "bad",
  ERROR: "bad",
  WARN: "warning",
  DEBUG: "quiet",
  TRACE: "quiet",
}

export const toneOfSeverity = (severity: string): VolumeTone => tones[severity] ?? "info"

/** From below: what is worst stands at the bottom, where bars can be compared. */
export const toneOrder: readonly VolumeTone[] = ["bad", "warning", "info", "quiet"]
