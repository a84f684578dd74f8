import { once } from "node:events"
import type { Message } from "../src/platform/topics.ts"
import { count, fill, startProber, until } from "./load.ts"
import { openDashboard } from "./status-stream.ts"
import type { Stage } from "./stage.ts"

/**
 * All monitors fail at once: measures when the last incident is declared and when the last change reaches the bus and
 * a dashboard. A reset connection may be caused by our own network, so it is verified first.
 */
export async function measureFailures(
  stage: Stage,
  core: string[] | null,
  { monitors, how, isWatched }: { monitors: number; how: "fail" | "reset"; isWatched: boolean },
): Promise<Record<string, number>> {
  const { pool } = stage.services.database
  const { bus } = stage.services
  const projectId = await fill(stage, [{ monitors, url: `http://127.0.0.1:${stage.ports.http}/` }])
  const prober = await startProber(stage, core)
  await requestChecks(stage)
  const open = "monitor where check_requested_at is not null"
  await until(async () => (await count(stage, open)) === 0, 90_000)
  const { rows } = await pool.query<{ id: string }>("select id from monitor")
  const ids = rows.map(({ id }) => id)
  const dashboard = isWatched ? await openDashboard(stage, projectId, ids, prober.address) : null
  // A target that still answers well would be found a minute later.
  const isFailing = once(stage.targets, "message")
  stage.targets.send(how)
  await isFailing
  const published = new Set<string>()
  let publishedAllMs = Number.NaN
  const [from, cpu] = [performance.now(), prober.cpuMs()]
  const stop = bus.subscribe("monitor.status_changed", ({ monitorId }) => {
    published.add(monitorId)
    if (published.size === monitors) publishedAllMs = performance.now() - from
  })
  await requestChecks(stage)
  await until(async () => (await count(stage, "incident")) >= monitors)
  const [declaredMs, cpuMs] = [performance.now() - from, prober.cpuMs() - cpu]
  await until(() => Promise.resolve(published.size === monitors))
  await until(() => Promise.resolve(dashboard === null || dashboard.offline >= monitors))
  const updatedMs = performance.now() - from
  await dashboard?.close()
  stop()
  const { rows: each } = await pool.query<{ incidents: number; alerts: number; declared: number }>(
    `select (select count(*)::int from incident) as incidents, (select count(*)::int from alert) as alerts,
            (select count(distinct monitor_id)::int from incident) as declared`,
  )
  await prober.stop()
  stage.targets.send("heal")
  return {
    "all incidents in the database, ms": declaredMs,
    "last change on the bus, ms": publishedAllMs,
    ...(isWatched ? { "dashboard updated with the last change, ms": updatedMs } : {}),
    "CPU of all processes until the last incident, ms": cpuMs,
    ...each[0],
  }
}

async function requestChecks({ services: { database, bus } }: Stage): Promise<void> {
  const { rows } = await database.pool.query<{ monitorId: string; projectId: string }>(
    `update monitor set check_requested_at = now() returning id as "monitorId", project_id as "projectId"`,
  )
  await bus.publish(rows.map((payload): Message => ({ topic: "monitor.check_requested", payload })))
}
