import type { Fault } from "../../graphql/on-call/escalation/audit-escalations.ts"
import { auditEscalations, reasons } from "../../graphql/on-call/escalation/audit-escalations.ts"
import { readFigures } from "../../graphql/monitoring/health/read-health.ts"
import type { Services } from "../../platform/services.ts"
import type { Loop } from "../../platform/loop.ts"
import { startLoop } from "../../platform/loop.ts"
import { pingDeadMan, troubleOf } from "./dead-man-switch.ts"

const pollMs = 5000

/** Checks each minute that no open alert lacks an escalation, and pings the dead-man URL while health is `ok`. */
export function startAuditor(services: Services): Loop {
  const { log, bus, env } = services
  let known = new Set<string>()
  let silence: string | null = null

  /** Logs each fault once, however long it lasts. */
  function raise(faults: Fault[]): void {
    for (const { alertId, why } of faults) {
      if (!known.has(alertId))
        log.error({ alert: alertId }, `an open alert is not being escalated: ${reasons[why]}`)
    }
    known = new Set(faults.map(({ alertId }) => alertId))
  }

  function fallSilent(why: string | null): void {
    if (why !== null && silence === null) {
      log.error({ why }, "the dead-man URL is not pinged")
    }
    if (why === null && silence !== null) log.info("the dead-man URL is pinged again")
    silence = why
  }

  return startLoop(log, "auditor", pollMs, async () => {
    const faults = await auditEscalations(services)
    if (faults === null) return
    raise(faults)
    if (env.DEAD_MAN_URL === undefined) return
    const trouble = troubleOf(await readFigures(services), await bus.ping())
    if (trouble !== null) {
      fallSilent(trouble)
      return
    }
    try {
      await pingDeadMan(services, env.DEAD_MAN_URL)
      fallSilent(null)
    } catch (error) {
      fallSilent(error instanceof Error ? error.message : String(error))
    }
  })
}
