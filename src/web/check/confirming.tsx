import type { CheckRow } from "./check-documents.ts"
import { Badge } from "../ui/badge.tsx"
import { Findings } from "../ui/findings.tsx"
import { useSecond } from "../ui/use-clock.ts"
import { isProbed } from "../monitor/monitor-kind.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"

type Props = { monitor: MonitorWhole; checks: readonly CheckRow[] }

/** "1 of 2 failures, next check in 42 s": a failure that waits for its confirmation. */
export function Confirming({ monitor, checks }: Props) {
  const { failureThreshold, intervalSeconds, isPaused, status } = monitor
  const failures = failuresInRow(checks)
  const [latest] = checks
  // The reason of a heartbeat counts its missed pings.
  const isWaiting =
    isProbed(monitor.kind) &&
    !isPaused &&
    status !== "OFFLINE" &&
    failures > 0 &&
    failures < failureThreshold
  if (!isWaiting || latest === undefined) return null
  const dueAt = Date.parse(latest.startedAt) + intervalSeconds * 1000
  return (
    <p className="monitor-note" role="status">
      <Badge tone="warning">
        <FailureCount failures={failures} failureThreshold={failureThreshold} />
      </Badge>
      <NextCheck dueAt={dueAt} />
      <span className="muted">
        <Findings of={latest.findings} />
      </span>
    </p>
  )
}

type Count = { failures: number; failureThreshold: number }

export const FailureCount = ({ failures, failureThreshold }: Count) => (
  <>
    {failures} of {failureThreshold} failures
  </>
)

export function NextCheck({ dueAt }: { dueAt: number }) {
  const seconds = Math.ceil((dueAt - useSecond()) / 1000)
  return <span aria-live="off">{seconds > 0 ? `next check in ${seconds} s` : "checking now"}</span>
}

/** Inconclusive checks neither count nor end a run. */
function failuresInRow(checks: readonly CheckRow[]): number {
  const known = checks.filter(({ status }) => status !== "UNKNOWN")
  const end = known.findIndex(({ status }) => status !== "OFFLINE")
  return end === -1 ? known.length : end
}
