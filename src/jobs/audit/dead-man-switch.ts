import { writeFindings, type Finding } from "../../findings/finding.ts"
import { reasonOf } from "../../findings/say.ts"
import { join } from "../../graphql/monitoring/health/rules/judged.ts"
import { judgeBus, judgeHealth } from "../../graphql/monitoring/health/rules/judge-health.ts"
import type { Figures } from "../../graphql/monitoring/health/read-health.ts"
import { serviceFault } from "../../platform/name-fault.ts"
import type { Services } from "../../platform/services.ts"

const timeoutMs = 10_000

/** Why health is not `ok`, for the log; null if the dead-man URL may be pinged. */
export function troubleOf(figures: Figures, busFault: Finding | null): string | null {
  const judged = judgeHealth(figures)
  const { probe, outbox, escalation, messages, secrets, disk, resources, roles } = judged
  const parts = [
    escalation,
    messages,
    secrets,
    probe,
    outbox,
    disk,
    resources,
    roles,
    judgeBus(busFault),
  ]
  const { status, findings } = join(...parts)
  return status === "ok" ? null : reasonOf(findings)
}

/**
 * Pings the dead-man URL, and stores for the health report whether it was accepted. Does not retry: a missing ping is
 * what raises the alarm.
 *
 * @returns why it was not accepted; null if it was.
 */
export async function pingDeadMan(
  { database, log }: Pick<Services, "database" | "log">,
  url: string,
): Promise<Finding | null> {
  const fault = await ping(log, url)
  await database.pool.query(
    `update escalation_audit
        set pinged_at = case when $1::jsonb is null then now() else pinged_at end,
            ping_error = case when $1::jsonb is not null then '' end, ping_findings = $1`,
    [fault && writeFindings([fault])],
  )
  return fault
}

async function ping(log: Services["log"], url: string): Promise<Finding | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    const { ok, status } = response
    return ok ? null : { code: "service_returned", parameters: { status } }
  } catch (err) {
    log.warn({ err }, "could not ping the dead-man URL")
    return serviceFault(err)
  }
}
