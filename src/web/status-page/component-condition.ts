import type { Mood } from "../ui/glyph.tsx"
import type { Component } from "./status-page-documents.ts"

export const conditionWord: Record<Component["monitor"]["status"], { mood: Mood; word: string }> = {
  OPERATIONAL: { mood: "good", word: "operational" },
  DEGRADED: { mood: "warning", word: "degraded" },
  OFFLINE: { mood: "bad", word: "offline" },
  UNKNOWN: { mood: "unknown", word: "no data" },
}
