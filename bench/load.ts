import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { contextFor } from "../src/graphql/context.ts"
import { createProject } from "../src/graphql/project/create.ts"
import { probeFlags } from "../src/probe/flags.ts"
import { slotOffset } from "../src/probe/schedule.ts"
import { cpuMsOf, quantile, residentMbOf } from "./machine.ts"
import { end, type Stage } from "./stage.ts"

const intervalMs = 60_000

export type Load = {
  monitors: number
  checksPerSecond: number
  lagP50Ms: number
  lagP99Ms: number
  cpuMs: number
  residentMb: number
  wrong: number
}

export async function fill({ services }: Stage, monitors: number, url: string): Promise<void> {
  const { pool } = services.database
  await pool.query("truncate monitor, check_result cascade")
  const system = contextFor(services, { kind: "system", name: "bench" })
  const project = await createProject(system, { name: `Bench ${randomUUID()}`, plan: "pro" })
  await pool.query(
    `with made as (
       insert into monitor (id, project_id, name, kind, url, failure_threshold, updated_at)
       select gen_random_uuid(), $1, 'Monitor ' || n, 'http', $2, 1, now() - interval '1 hour'
         from generate_series(1, $3::int) n returning id)
     insert into monitor_state (monitor_id, status, machine)
     select id, 'operational', '{"confirmed": "operational"}' from made`,
    [project.id, url, monitors],
  )
  await pool.query("analyze monitor, monitor_state")
}

/** The probe role as `watchkeeper start` runs it, in a process of its own. */
export async function startRole(stage: Stage, before: string[]) {
  const { services, connectionString } = stage
  const child = stage.start(
    [
      ...before,
      process.execPath,
      "--disable-warning=ExperimentalWarning",
      ...probeFlags,
      "src/cli/main.ts",
      "role",
      "probe",
    ],
    {
      DATABASE_URL: connectionString,
      DATA_DIR: services.env.DATA_DIR,
      REACHABLE_RANGES: "127.0.0.0/8",
      EGRESS_ANCHORS: "127.0.0.1:1",
      LOG_LEVEL: "warn",
      NODE_EXTRA_CA_CERTS: stage.authority,
    },
  )
  await until(async () => (await count(stage, "check_result")) > 0)
  return child
}

/** Lets the role work for a while, then asks the database what it stored and how late each check began. */
export async function measureLoad(
  stage: Stage,
  {
    monitors,
    seconds,
    url,
    before,
  }: { monitors: number; seconds: number; url: string; before: string[] },
): Promise<Load> {
  await fill(stage, monitors, url)
  const child = await startRole(stage, before)
  const pid = child.pid ?? 0
  // In the first minute each first result is news, and stored at once; after it the load is steady.
  await sleep(intervalMs + 3000)
  const { pool } = stage.services.database
  const now = async () =>
    (await pool.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now ?? new Date()
  const from = await now()
  const cpuBefore = cpuMsOf(pid)
  await sleep(seconds * 1000)
  const cpu = cpuMsOf(pid) - cpuBefore
  const to = await now()
  const residentMb = residentMbOf(pid)
  await sleep(2000)
  const { rows } = await pool.query<{ seq: number; at: Date; status: string }>(
    `select monitor_seq as seq, started_at as at, status from check_result
      where started_at >= $1 and started_at < $2`,
    [from, to],
  )
  await end(child)
  const lags = rows.map(({ seq, at }) => lateness(seq, at)).toSorted((a, b) => a - b)
  return {
    monitors,
    checksPerSecond: rows.length / ((to.getTime() - from.getTime()) / 1000),
    lagP50Ms: quantile(lags, 0.5),
    lagP99Ms: quantile(lags, 0.99),
    cpuMs: (cpu / rows.length) * 1000,
    residentMb,
    wrong: rows.filter(({ status }) => status !== "operational").length,
  }
}

/** Wall time since the slot; the schedule runs on the monotonic clock, so a hair before the slot is 0. */
function lateness(seq: number, at: Date): number {
  const since = (at.getTime() - slotOffset(seq, intervalMs)) % intervalMs
  return since > intervalMs - 100 ? 0 : since
}

export async function count({ services }: Stage, table: "check_result" | "incident") {
  const { rows } = await services.database.pool.query<{ count: number }>(
    `select count(*)::int from ${table}`,
  )
  return rows[0]?.count ?? 0
}

export async function until(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const from = performance.now()
  while (!(await holds())) {
    if (performance.now() - from > withinMs) throw new Error("what was waited for did not come")
    await sleep(20)
  }
}
