import { recordChecks } from "../graphql/monitoring/check/record-checks.ts"
import { conflict, notFound } from "../graphql/kernel/errors.ts"
import { readTargets } from "../graphql/monitoring/monitor/target/monitor-targets.ts"
import { isProbed } from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import type { Services } from "../platform/services.ts"
import { createDatabaseTime } from "./database-time.ts"
import { createIngressLiveness } from "./ingress-liveness.ts"
import { createChecker } from "./check-target.ts"
import { listeningSince } from "./shards.ts"

export const nothingToJudge = "Nothing to judge: its first ping is not due yet."

/**
 * Check one monitor now, in this process, and store the result like any other check.
 *
 * @throws {DomainError} not_found; conflict for a heartbeat that cannot be judged.
 */
export async function checkOnce(services: Services, monitorId: string): Promise<void> {
  const { pool } = services.database
  const { targets } = await readTargets(services, { ids: [monitorId] })
  const [target] = targets
  if (target === undefined) throw notFound("monitor, or it is paused")
  if (!isProbed(target.kind) && (await listeningSince(pool)) === null) {
    throw conflict(
      "A heartbeat can be checked only while Watchkeeper is running, because pings arrive only then.",
    )
  }
  const { now: databaseNow } = await createDatabaseTime(pool, services.clock)
  const liveness = await createIngressLiveness(services, databaseNow)
  const check = createChecker(services, { databaseNow, ...liveness })
  const requestedAt = target.checkRequestedAt ?? databaseNow()
  const result = await check({ ...target, checkRequestedAt: requestedAt }).finally(liveness.stop)
  if (result === null) throw conflict(nothingToJudge)
  await recordChecks(services, [result])
}
