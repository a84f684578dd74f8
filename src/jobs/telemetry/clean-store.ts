import type { Plan } from "../../../prisma/generated/enums.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import type { Services } from "../../platform/services.ts"
import { hasStore } from "../../telemetry/store/front-file.ts"
import { createStore, StoreUnavailable, type Store } from "../../telemetry/store/store.ts"

const everyMs = 600_000
/** What was acknowledged before a project was deleted may still be on its way into the store. */
const settleMinutes = 60
const freeDays = 7

type Needs = Pick<Services, "database" | "env" | "log">

/** Deletes telemetry of deleted projects, and what a project keeps too long after its plan changed. */
export function startStoreCleaning(services: Needs): Loop {
  const { env, log } = services
  return startLoop(log, "telemetry store", everyMs, async () => {
    // Who uses no telemetry has no store to connect to.
    if (!hasStore(env.DATA_DIR) && !(await hasUsage(services))) return
    const store = createStore(env)
    try {
      await cleanStore(services, store)
    } catch (err) {
      // The next round finds the same work; a store that is down is reported by those who need it.
      if (!(err instanceof StoreUnavailable)) throw err
      log.debug({ err }, "the telemetry store is not running, so nothing is deleted from it now")
    } finally {
      await store.close()
    }
  })
}

async function hasUsage({ database: { pool } }: Needs): Promise<boolean> {
  const { rows } = await pool.query(
    "select 1 from telemetry_usage union all select 1 from telemetry_deletion limit 1",
  )
  return rows.length > 0
}

/** Can be killed at any point and run twice: deletions that are done are forgotten last. */
export async function cleanStore({ database: { pool }, log }: Needs, store: Store): Promise<void> {
  const { rows } = await pool.query<{ projectId: string; isSettled: boolean }>(
    `select project_id as "projectId", requested_at < now() - interval '${settleMinutes} minutes' as "isSettled"
       from telemetry_deletion order by requested_at limit 1000`,
  )
  const projects = rows.map(({ projectId }) => projectId)
  if (projects.length > 0) {
    await store.deleteRows("has({projects:Array(UUID)}, ProjectId)", { projects })
    const settled = rows.filter(({ isSettled }) => isSettled).map(({ projectId }) => projectId)
    await pool.query("delete from telemetry_deletion where project_id = any($1::uuid[])", [settled])
    log.info({ projects }, "telemetry of deleted projects was deleted")
  }
  await shorten(pool, store)
}

/** A row's retention is part of its key and cannot change, so what a smaller plan keeps no longer is deleted. */
async function shorten(pool: Needs["database"]["pool"], store: Store): Promise<void> {
  const kept = await store.query<{ projectId: string }>(
    `SELECT DISTINCT toString(ProjectId) AS projectId FROM wk_log_1m WHERE RetentionDays > {days:UInt16}
      UNION DISTINCT SELECT DISTINCT toString(ProjectId) FROM otel_traces_trace_id_ts WHERE RetentionDays > {days:UInt16}`,
    { days: freeDays },
  )
  const plan: Plan = "free"
  const { rows } = await pool.query<{ id: string }>(
    "select id from project where plan = $1::plan and id = any($2::uuid[])",
    [plan, kept.map(({ projectId }) => projectId)],
  )
  if (rows.length === 0) return
  const projects = rows.map(({ id }) => id)
  await store.deleteRows(
    "has({projects:Array(UUID)}, ProjectId) AND RetentionDays > {days:UInt16} AND {time} < now() - toIntervalDay({days:UInt16})",
    { projects, days: freeDays },
  )
}
