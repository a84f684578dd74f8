import type { StateMeaning } from "../../../../../prisma/generated/enums.ts"

type Marks = {
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  resolvedAt: Date | null
}

/**
 * The timestamps for a state of this meaning, the same for incidents and alerts. `resolvedAt` is set exactly while the
 * state means resolved; conditional writes rely on it.
 */
export function marksOf(meaning: StateMeaning, before: Marks, by: string, now: Date): Marks {
  if (meaning === "open") return { acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null }
  const { acknowledgedAt, acknowledgedBy } = before
  if (meaning === "resolved") {
    return { acknowledgedAt, acknowledgedBy, resolvedAt: before.resolvedAt ?? now }
  }
  return {
    acknowledgedAt: acknowledgedAt ?? now,
    acknowledgedBy: acknowledgedBy ?? by,
    resolvedAt: null,
  }
}
