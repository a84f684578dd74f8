import { asWritten } from "../../src/findings/finding.ts"
import {
  declareOutages,
  newOutageIds,
  type Outage,
} from "../../src/graphql/incidents/incident/declare-outage.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { makeMonitorRow } from "./monitor-row.ts"
import type { World } from "./world.ts"

/** A declared outage of a monitor: degraded by default, so that there is an alert only. */
export async function declareOn(
  world: World,
  monitor: { id: string; projectId: string; name: string },
  more: Partial<Outage> = {},
) {
  const outage: Outage = {
    ...newOutageIds(more.level ?? "degraded"),
    projectId: monitor.projectId,
    monitorId: monitor.id,
    monitorName: monitor.name,
    level: "degraded",
    startedAt: new Date(),
    findings: [asWritten("The certificate ends in 3 days.")],
    failureClass: "certificate_days",
    ...more,
  }
  await transact(world.services, (tx) => declareOutages(tx, [outage]))
  return outage
}

/** A new monitor with a declared outage. */
export async function makeOutage(world: World, projectId: string, more: Partial<Outage> = {}) {
  const monitor = await makeMonitorRow(world, projectId)
  const outage = await declareOn(world, monitor, more)
  return { monitor, outage, alertId: outage.alertId }
}
