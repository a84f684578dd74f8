import type { PingKind } from "../../../../../prisma/generated/enums.ts"

/** The combined effect of several pings of one job. */
export type LastWord = {
  /** The job's last report; null if it depends on the report before these pings. */
  word: Exclude<PingKind, "log"> | null
  /** Whether the job reported a start. */
  isStarted: boolean
  /** Reported failures since the last success. */
  failures: number
  /** Whether failures before these pings belong to the same row. */
  isRowContinued: boolean
}

/**
 * Combine pings of one job, in order of arrival; null if all are log messages, which change nothing. A start does not
 * end a failure, and among starts alone the first one counts.
 */
export function foldPings(kinds: PingKind[]): LastWord | null {
  const said = kinds.filter((kind) => kind !== "log")
  const ended = said.findLast((kind) => kind !== "start") ?? null
  if (said.length === 0) return null
  const last = said.findLastIndex((kind) => kind === "success")
  return {
    word: ended === "success" ? (said.at(-1) ?? ended) : ended,
    isStarted: said.includes("start"),
    failures: said.slice(last + 1).filter((kind) => kind === "fail").length,
    isRowContinued: last === -1,
  }
}
