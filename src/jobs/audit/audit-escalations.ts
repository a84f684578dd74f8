import { reasonOf, say } from "../../findings/say.ts"
import {
  auditEscalations,
  reasons,
  type Fault,
} from "../../graphql/on-call/escalation/audit-escalations.ts"
import { readBackupState } from "../../graphql/workspace/backup/read-backup-state.ts"
import { listParts, type HealthPart } from "../../graphql/monitoring/health/list-parts.ts"
import { readFigures } from "../../graphql/monitoring/health/read-health.ts"
import type { Services } from "../../platform/services.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import { pingDeadMan, troubleOf } from "./dead-man-switch.ts"

const pollMs = 5000

/**
 * Checks each minute that no open alert lacks an escalation, logs what is wrong with the installation, and pings the
 * dead-man URL while health is `ok`.
 */
export function startAuditor(services: Services): Loop {
  const { log, bus, env, database } = services
  let known = new Set<string>()
  const troubled = new Set<string>()
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

  /** Logs what is wrong with each part of the installation when that begins, and when it ends. */
  function tellParts(parts: HealthPart[]): void {
    for (const { name, status, findings } of parts) {
      const detail = reasonOf(findings)
      const hadDetail = troubled.has(name)
      if (detail !== null && !hadDetail) {
        log[status === "ok" ? "warn" : "error"]({ part: name, status }, detail)
        troubled.add(name)
      }
      if (detail === null && hadDetail) {
        log.info({ part: name }, "this part of the installation is well again")
        troubled.delete(name)
      }
    }
  }

  return startLoop(log, "auditor", pollMs, async () => {
    const faults = await auditEscalations(services)
    if (faults === null) return
    raise(faults)
    const figures = await readFigures(services)
    tellParts(
      listParts(figures, await readBackupState(database.pool), env.BACKUP_URL?.schedule ?? null),
    )
    if (env.DEAD_MAN_URL === undefined) return
    const trouble = troubleOf(figures, await bus.ping())
    if (trouble !== null) return fallSilent(trouble)
    const fault = await pingDeadMan(services, env.DEAD_MAN_URL)
    fallSilent(fault && `DEAD_MAN_URL does not accept pings: ${say([fault])}.`)
  })
}
