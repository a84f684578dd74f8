import { recordChecks } from "../graphql/check/record.ts"
import { conflict, notFound } from "../graphql/errors.ts"
import { readTargets } from "../graphql/monitor/targets.ts"
import type { Services } from "../services.ts"
import { createDatabaseTime } from "./database-time.ts"
import { createEars } from "./ears.ts"
import { createLook } from "./look.ts"
import { listeningSince } from "./shards.ts"

export const nothingToJudge =
  "Its ping is not due yet, or may have come while Watchkeeper was away; there is nothing to judge."

/**
 * Looks at one monitor now, in this process, and stores the result like any other check.
 *
 * @throws {DomainError} not_found; conflict for a heartbeat that cannot be judged.
 */
export async function checkOnce(services: Services, monitorId: string): Promise<void> {
  const { pool } = services.database
  const { targets } = await readTargets(services, { ids: [monitorId] })
  const [target] = targets
  if (target === undefined) throw notFound("monitor, or it is paused")
  const returnedAt = await listeningSince(pool)
  if (target.kind === "heartbeat" && returnedAt === null) {
    throw conflict(
      "A heartbeat can be judged only while Watchkeeper runs, for only then pings arrive.",
    )
  }
  const { now: databaseNow } = await createDatabaseTime(pool, services.clock)
  const ears = await createEars(services, () => returnedAt ?? databaseNow())
  const look = createLook(services, { databaseNow, returnedAt: ears.heardSince })
  const requestedAt = target.checkRequestedAt ?? databaseNow()
  const result = await look({ ...target, checkRequestedAt: requestedAt }).finally(ears.stop)
  if (result === null) throw conflict(nothingToJudge)
  await recordChecks(services, [result])
}
