import type { Message } from "../../../platform/topics.ts"
import type { CheckResult } from "./rules/check-result.ts"

/** Checks per message: about 5 kB. */
const mostAtOnce = 200

/** Few messages that name all of these checks; each names at most one of a monitor. */
export function nudgesOf(
  results: readonly Pick<CheckResult, "monitorSeq" | "startedAt">[],
): Message[] {
  const messages: Map<number, number>[] = []
  for (const { monitorSeq, startedAt } of results) {
    const isFree = (one: Map<number, number>) => one.size < mostAtOnce && !one.has(monitorSeq)
    let message = messages.find(isFree)
    if (message === undefined) messages.push((message = new Map()))
    message.set(monitorSeq, startedAt.getTime())
  }
  return messages.map((checks) => ({
    topic: "checks.recorded",
    payload: { startedAtMs: Object.fromEntries(checks) },
  }))
}
