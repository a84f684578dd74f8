import type { Message } from "../src/platform/topics.ts"
import { count, fill, startRole, until } from "./load.ts"
import { openScreen } from "./screen.ts"
import { end, type Stage } from "./stage.ts"

/**
 * All of them fail at once: how long until each is declared, and until whoever listens has heard the last. A "fail" is
 * an answer, looked at twice; a "reset" could be our own line, so that is asked, too. A screen that watches them all
 * takes the core of the database with it.
 */
export async function measureFailures(
  stage: Stage,
  before: string[],
  { monitors, how, isWatched }: { monitors: number; how: "fail" | "reset"; isWatched: boolean },
): Promise<Record<string, number>> {
  const { pool } = stage.services.database
  const { bus } = stage.services
  const projectId = await fill(stage, [{ monitors, url: `http://127.0.0.1:${stage.ports.http}/` }])
  const child = await startRole(stage, before)
  await askForChecks(stage)
  const open = "monitor where check_requested_at is not null"
  await until(async () => (await count(stage, open)) === 0, 90_000)
  const { rows } = await pool.query<{ id: string }>("select id from monitor")
  const ids = rows.map(({ id }) => id)
  const screen = isWatched ? await openScreen(stage, projectId, ids) : null
  stage.targets.send(how)
  const heard = new Set<string>()
  let heardAllMs = Number.NaN
  const from = performance.now()
  const stop = bus.subscribe("monitor.status_changed", ({ monitorId }) => {
    heard.add(monitorId)
    if (heard.size === monitors) heardAllMs = performance.now() - from
  })
  await askForChecks(stage)
  await until(async () => (await count(stage, "incident")) >= monitors)
  const declaredMs = performance.now() - from
  await until(() => Promise.resolve(heard.size === monitors))
  await until(() => Promise.resolve(screen === null || screen.told >= monitors))
  const toldMs = screen === null ? Number.NaN : performance.now() - from
  await screen?.close()
  stop()
  const { rows: each } = await pool.query<{ incidents: number; alerts: number; declared: number }>(
    `select (select count(*)::int from incident) as incidents, (select count(*)::int from alert) as alerts,
            (select count(distinct monitor_id)::int from incident) as declared`,
  )
  await end(child)
  stage.targets.send("heal")
  return {
    "all declared, ms": declaredMs,
    "last heard on the bus, ms": heardAllMs,
    "last told on a screen, ms": toldMs,
    ...each[0],
  }
}

async function askForChecks({ services: { database, bus } }: Stage): Promise<void> {
  const { rows } = await database.pool.query<{ monitorId: string; projectId: string }>(
    `update monitor set check_requested_at = now() returning id as "monitorId", project_id as "projectId"`,
  )
  await bus.publish(rows.map((payload): Message => ({ topic: "monitor.check_requested", payload })))
}
