import type { Fault } from "../../graphql/escalation/audit.ts"
import { auditEscalations, reasons } from "../../graphql/escalation/audit.ts"
import { readFigures } from "../../graphql/health/read-figures.ts"
import type { Services } from "../../services.ts"
import type { Loop } from "../loop.ts"
import { startLoop } from "../loop.ts"
import { pingDeadMan, troubleOf } from "./dead-man.ts"

const pollMs = 5000

/** Proves each minute that no open alert is forgotten, and tells a watcher outside while all is well. */
export function startAuditor(services: Services): Loop {
  const { log, bus, env } = services
  let known = new Set<string>()
  let silence: string | null = null

  /** Each fault is logged once, however long it lasts. */
  function raise(faults: Fault[]): void {
    for (const { alertId, why } of faults) {
      if (!known.has(alertId))
        log.error({ alert: alertId }, `an open alert was forgotten: ${reasons[why]}`)
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
    const trouble = troubleOf(await readFigures(services), bus.isUp())
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
