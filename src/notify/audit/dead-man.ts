import type { Figures } from "../../graphql/health/read-figures.ts"
import { isAudited, isLate, isProbing } from "../../graphql/health/read-figures.ts"
import type { Services } from "../../services.ts"

const timeoutMs = 10_000

/** What is not well, in words for the log; null where an outside watcher may be told that all is. */
export function troubleOf(figures: Figures, isBusUp: boolean): string | null {
  if (!isAudited(figures)) return "open alerts without a next step"
  if (!isProbing(figures)) return "monitors that nobody looks at"
  if (isLate(figures, "page")) return "pages that nobody sends"
  if (isLate(figures, "event")) return "events that nobody works"
  if (!isBusUp) return "no bus"
  return null
}

/**
 * Tells a watcher outside that all is well. Its silence is what raises the alarm, so nothing is tried twice.
 *
 * @throws {Error} where it did not take the ping.
 */
export async function pingDeadMan(
  { database }: Pick<Services, "database">,
  url: string,
): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  await database.pool.query("update escalation_audit set pinged_at = now()")
}
