import type { CheckResult } from "../graphql/monitoring/check/rules/check-result.ts"

/**
 * Of each run of identical results of a monitor, keep the first and the last, which is marked as unbroken: the
 * outage still starts at its first failed check.
 */
export function thinQueue(queue: CheckResult[]): CheckResult[] {
  const before = new Map<string, CheckResult["status"]>()
  const after = new Map<string, CheckResult["status"]>()
  const isFirst = queue.map(({ monitorId, status }) => {
    const differs = before.get(monitorId) !== status
    before.set(monitorId, status)
    return differs
  })
  const isLast = queue
    .toReversed()
    .map(({ monitorId, status }) => {
      const differs = after.get(monitorId) !== status
      after.set(monitorId, status)
      return differs
    })
    .toReversed()
  return queue.flatMap((result, index) => {
    if (isFirst[index]) return [result]
    return isLast[index] ? [{ ...result, isUnbroken: true }] : []
  })
}
