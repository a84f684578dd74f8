import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { probeFlags } from "../src/probe/flags.ts"
import { slotOffset } from "../src/probe/schedule.ts"
import { startInstalled } from "./installed.ts"
import { cpuMsOf, quantile, residentMbOf } from "./machine.ts"
import { pidOfRole } from "./process-tree.ts"
import { openDashboard } from "./status-stream.ts"
import { end, type Stage } from "./stage.ts"

const intervalMs = 60_000
/** The monitors that change their status every minute. One stream accepts at most 1,000 ids. */
const changingShare = 0.01
const mostChanging = 1000

/** Names that begin with `first` are of the first minute, in which every monitor changes from unknown. */
export type Load = {
  monitors: number
  firstPerSecond: number
  firstLagP99Ms: number
  firstDecidedP99Ms: number
  checksPerSecond: number
  lagP50Ms: number
  lagP99Ms: number
  cpuMs: number
  residentMb: number
  decidedP50Ms: number
  decidedP99Ms: number
  dashboardP50Ms: number
  dashboardP99Ms: number
  missed: number
  wrong: number
}

/** Creates monitors that were never checked. @returns the project's id. */
export async function fill(
  { services }: Pick<Stage, "services">,
  groups: { monitors: number; url: string }[],
): Promise<string> {
  const { pool } = services.database
  await pool.query("truncate monitor, check_result cascade")
  const system = contextFor(services, { kind: "system", name: "bench" })
  const project = await createProject(system, { name: `Bench ${randomUUID()}`, plan: "pro" })
  for (const group of groups) await fillMonitors(pool, project.id, group)
  return project.id
}

/** Adds monitors that were never checked to a project. */
export async function fillMonitors(
  pool: Pool,
  projectId: string,
  { monitors, url }: { monitors: number; url: string },
): Promise<void> {
  await pool.query(
    `with made as (
       insert into monitor (id, project_id, name, kind, url, failure_threshold, updated_at)
       select gen_random_uuid(), $1, 'Monitor ' || n, 'http', $2, 1, now() - interval '1 hour'
         from generate_series(1, $3::int) n returning id)
     insert into monitor_state (monitor_id) select id from made`,
    [projectId, url, monitors],
  )
  await pool.query("analyze monitor, monitor_state")
}

export type Prober = {
  pid: number
  /** Where dashboards connect; null if the probe role runs alone. */
  address: string | null
  stop(): Promise<void>
}

/** All roles as `watchkeeper start` runs them, or the probe role alone on a core. */
export async function startProber(stage: Stage, core: string[] | null): Promise<Prober> {
  const { services, connectionString } = stage
  const settings = {
    REACHABLE_RANGES: "127.0.0.0/8",
    EGRESS_ANCHORS: `127.0.0.1:${stage.others.ports.http}`,
    NODE_EXTRA_CA_CERTS: stage.authority,
  }
  const prober = core === null ? await startAll() : startAlone(core)
  await until(async () => (await count(stage, "check_result")) > 0)
  return prober

  async function startAll(): Promise<Prober> {
    const installed = await startInstalled(stage.folder, settings)
    const { address, launcherPid, stop } = installed
    stage.atStop(stop)
    return { pid: pidOfRole(launcherPid, "probe"), address, stop }
  }

  function startAlone(core: string[]): Prober {
    const child = stage.start(
      [
        ...core,
        process.execPath,
        "--disable-warning=ExperimentalWarning",
        ...probeFlags,
        "src/cli/main.ts",
        "role",
        "probe",
      ],
      {
        ...settings,
        DATABASE_URL: connectionString,
        DATA_DIR: services.env.DATA_DIR,
        LOG_LEVEL: "warn",
      },
    )
    return { pid: child.pid ?? 0, address: null, stop: () => end(child) }
  }
}

type Check = { seq: number; at: Date; status: string; url: string }

export type LoadOptions = {
  monitors: number
  seconds: number
  core: string[] | null
  /** Work beside the measured checks, until the time that it gets; null without. */
  meanwhile: ((untilMs: number) => Promise<void>) | null
}

/** Runs the role for a while, then reads from the database what it stored and how late each check started. */
export async function measureLoad(
  stage: Stage,
  { monitors, seconds, core, meanwhile }: LoadOptions,
): Promise<Load> {
  const { pool } = stage.services.database
  const changing = Math.min(mostChanging, Math.ceil(monitors * changingShare))
  const steady = `http://127.0.0.1:${stage.ports.http}/`
  const unsteady = `http://127.0.0.1:${stage.others.ports.http}/`
  const projectId = await fill(stage, [
    { monitors: monitors - changing, url: steady },
    { monitors: changing, url: unsteady },
  ])
  const prober = await startProber(stage, core)
  const { pid } = prober
  const now = async () =>
    (await pool.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now ?? new Date()
  const first = await now()
  await sleep(intervalMs)
  const firstEnd = await now()
  const { rows: ids } = await pool.query<{ id: string }>("select id from monitor where url = $1", [
    unsteady,
  ])
  const dashboard = await openDashboard(
    stage,
    projectId,
    ids.map(({ id }) => id),
    prober.address,
  )
  await sleep(3000)
  const toggling = toggle(stage)
  const from = await now()
  const cpuBefore = cpuMsOf(pid)
  await Promise.all([sleep(seconds * 1000), meanwhile?.(performance.now() + seconds * 1000)])
  const cpu = cpuMsOf(pid) - cpuBefore
  const to = await now()
  const residentMb = residentMbOf(pid)
  await sleep(2000)
  clearInterval(toggling)
  stage.others.process.send("heal")
  const checks = async (from: Date, to: Date) => {
    const { rows } = await pool.query<Check>(
      `select c.monitor_seq as seq, c.started_at as at, c.status, m.url
         from check_result c join monitor m on m.seq = c.monitor_seq
        where c.started_at >= $1 and c.started_at < $2`,
      [from, to],
    )
    return rows
  }
  const rows = await checks(from, to)
  const firstRows = await checks(first, firstEnd)
  const changes = await readChanges(pool, from, to)
  const delays = changes.map(({ id, at, endedAt }) => {
    const receivedAtMs = dashboard.receivedAtMs(id, at)
    return receivedAtMs === undefined ? null : receivedAtMs - endedAt.getTime()
  })
  await dashboard.close()
  await prober.stop()
  const firstDecided = decidedAfter(await readChanges(pool, first, firstEnd))
  const decided = decidedAfter(changes)
  const lags = sorted(rows.map(({ seq, at }) => lateness(seq, at)))
  const received = sorted(delays.filter((ms) => ms !== null))
  return {
    monitors,
    firstPerSecond: perSecond(firstRows.length, first, firstEnd),
    firstLagP99Ms: quantile(sorted(firstRows.map(({ seq, at }) => lateness(seq, at))), 0.99),
    firstDecidedP99Ms: quantile(firstDecided, 0.99),
    checksPerSecond: perSecond(rows.length, from, to),
    lagP50Ms: quantile(lags, 0.5),
    lagP99Ms: quantile(lags, 0.99),
    cpuMs: (cpu / rows.length) * 1000,
    residentMb,
    decidedP50Ms: quantile(decided, 0.5),
    decidedP99Ms: quantile(decided, 0.99),
    dashboardP50Ms: quantile(received, 0.5),
    dashboardP99Ms: quantile(received, 0.99),
    missed: delays.length - received.length,
    wrong: rows.filter(({ status, url }) => url === steady && status !== "operational").length,
  }
}

/** Toggles the other targets between success and failure; each monitor changes at its next slot. */
export function toggle({ others }: Pick<Stage, "others">): NodeJS.Timeout {
  let isHealthy = true
  const next = () => {
    isHealthy = !isHealthy
    others.process.send(isHealthy ? "heal" : "fail")
  }
  next()
  return setInterval(next, intervalMs)
}

type Change = { id: string; at: Date; endedAt: Date; decidedAt: Date }

/** Status changes and the end of the check that caused each, which is the end of its last attempt. */
export async function readChanges(pool: Pool, from: Date, to: Date): Promise<Change[]> {
  const { rows } = await pool.query<Change>(
    `select m.id, s.at, s.decided_at as "decidedAt",
            coalesce((c.detail #>> '{firstAttempt,againAt}')::timestamptz, c.started_at)
              + c.duration_ms * interval '1 ms' as "endedAt"
       from status_change s join monitor m on m.id = s.monitor_id
       join check_result c on c.monitor_seq = m.seq and c.started_at = s.at
      where s.decided_at >= $1 and s.decided_at < $2`,
    [from, to],
  )
  return rows
}

export const decidedAfter = (changes: Change[]): number[] =>
  sorted(changes.map(({ endedAt, decidedAt }) => decidedAt.getTime() - endedAt.getTime()))

const perSecond = (count: number, from: Date, to: Date): number =>
  count / ((to.getTime() - from.getTime()) / 1000)

export const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b)

/** Wall time since the slot. The schedule runs on the monotonic clock, so slightly early counts as 0. */
export function lateness(seq: number, at: Date): number {
  const since = (at.getTime() - slotOffset(seq, intervalMs)) % intervalMs
  return since > intervalMs - 100 ? 0 : since
}

export async function count({ services }: Stage, what: string) {
  const { rows } = await services.database.pool.query<{ count: number }>(
    `select count(*)::int from ${what}`,
  )
  return rows[0]?.count ?? 0
}

export async function until(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const from = performance.now()
  while (!(await holds())) {
    if (performance.now() - from > withinMs) throw new Error("Timed out")
    await sleep(20)
  }
}
