import { join } from "../../graphql/monitoring/health/rules/judged.ts"
import { judgeBus, judgeHealth } from "../../graphql/monitoring/health/rules/judge-health.ts"
import type { Figures } from "../../graphql/monitoring/health/read-health.ts"
import type { Services } from "../../platform/services.ts"

const timeoutMs = 10_000

/** Why health is not `ok`, for the log; null if the dead-man URL may be pinged. */
export function troubleOf(figures: Figures, isBusAnswering: boolean): string | null {
  const { probe, outbox, escalation, secrets, disk, resources, roles } = judgeHealth(figures)
  const parts = [
    escalation,
    secrets,
    probe,
    outbox,
    disk,
    resources,
    roles,
    judgeBus(isBusAnswering),
  ]
  const { status, detail } = join(...parts)
  return status === "ok" ? null : detail
}

/**
 * Pings the dead-man URL. Does not retry: a missing ping is what raises the alarm.
 *
 * @throws {Error} if the ping was not accepted.
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
