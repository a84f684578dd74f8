import { useEffect, useState } from "react"
import type { CheckRow } from "../check/check-documents.ts"
import { useChange } from "../live/apply-change.ts"
import { RequestCheck } from "../monitor/monitor-documents.ts"

/** Without a running prober, the button must not stay busy forever. */
const longestMs = 70_000

/**
 * Requests a check; busy until one that started afterwards arrives.
 * @param latest the last check on the page; null where no page shows them, and `onRequested` says it instead.
 */
export function useCheckNow(
  id: string,
  latest: CheckRow | null | undefined,
  onRequested: () => void,
) {
  const request = useChange(RequestCheck)
  const [before, setBefore] = useState<string | null>(null)
  const isWaiting = before !== null && (latest?.id ?? "none") === before
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setBefore(null), longestMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const run = async () => {
    const seen = latest?.id ?? "none"
    if ((await request.run({ id })) === null) return
    if (latest === null) onRequested()
    else setBefore(seen)
  }
  return {
    run: () => void run(),
    isBusy: request.isRunning || isWaiting,
    refusal: request.refusal,
  }
}
