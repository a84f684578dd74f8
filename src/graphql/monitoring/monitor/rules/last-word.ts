import type { PingKind } from "../../../../../prisma/generated/enums.ts"

/** What several pings of one job come to. */
export type LastWord = {
  /** What is the job's last word from now on; null where that depends on the word before these pings. */
  word: Exclude<PingKind, "log"> | null
  /** Whether the job said that it started. */
  isStarted: boolean
}

/**
 * Folds pings of one job, in the order in which they came; null where all are notes, which change nothing. A start
 * is no end: it leaves a failure standing, and among starts alone the first one counts.
 */
export function foldPings(kinds: PingKind[]): LastWord | null {
  const said = kinds.filter((kind) => kind !== "log")
  const ended = said.findLast((kind) => kind !== "start") ?? null
  if (said.length === 0) return null
  const isStarted = said.includes("start")
  return { word: ended === "success" ? (said.at(-1) ?? ended) : ended, isStarted }
}
