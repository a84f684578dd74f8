import type { State } from "../../../../../prisma/generated/client.ts"

type Marks = {
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  resolvedAt: Date | null
}

/**
 * The timestamps for a state, the same for incidents and alerts. `resolvedAt` is set exactly while the state means
 * resolved; conditional writes rely on it. An acknowledgement outlives a move to an open state of the project's own.
 */
export function marksOf(
  { meaning, isBuiltIn }: Pick<State, "meaning" | "isBuiltIn">,
  before: Marks,
  by: string,
  now: Date,
): Marks {
  const { acknowledgedAt, acknowledgedBy } = before
  if (meaning === "open") {
    const isKept = !isBuiltIn && before.resolvedAt === null
    return isKept
      ? { acknowledgedAt, acknowledgedBy, resolvedAt: null }
      : { acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null }
  }
  if (meaning === "resolved") {
    return { acknowledgedAt, acknowledgedBy, resolvedAt: before.resolvedAt ?? now }
  }
  return {
    acknowledgedAt: acknowledgedAt ?? now,
    acknowledgedBy: acknowledgedBy ?? by,
    resolvedAt: null,
  }
}
