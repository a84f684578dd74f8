import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { slotOffset } from "../src/probe/schedule.ts"
import { cpuMsOf, quantile, residentMbOf } from "./machine.ts"
import { pidOfRole } from "./process-tree.ts"
import { openDashboard } from "./status-stream.ts"
import type { Stage } from "./stage.ts"

const intervalMs = 60_000
/** The monitors that change their status every minute. One stream accepts at most 1,000 ids. */
const changingShare = 0.01
const mostChanging = 1000

/** Figures by their names: of the first minute, in which every monitor changes from unknown, and of each round after. */
export type Load = { first: Record<string, number>; rounds: Record<string, number>[] }

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
  /** Of the probe role. */
  pid: number
  /** CPU of all processes so far, or of the probe role if it runs alone. */
  cpuMs(): number
  /** Where dashboards connect; null if the probe role runs alone. */
  address: string | null
  stop(): Promise<void>
}

/** What a prober needs to reach the targets, and to see that its network is up. */
export const settingsOf = (stage: Stage): Record<string, string> => ({
  REACHABLE_RANGES: "127.0.0.0/8",
  EGRESS_ANCHORS: `127.0.0.1:${stage.others.ports.http}`,
  NODE_EXTRA_CA_CERTS: stage.authority,
})

/** All roles as `watchkeeper start` runs them, or the probe role alone on a core. */
export async function startProber(stage: Stage, core: string[] | null): Promise<Prober> {
  const settings = settingsOf(stage)
  const prober =
    core === null
      ? await startAll()
      : { ...(await stage.startRole("probe", core, settings)), address: null }
  await until(async () => (await count(stage, "check_result")) > 0)
  return prober

  async function startAll(): Promise<Prober> {
    const installed = await stage.startAll(settings)
    return { ...installed, pid: pidOfRole(installed.launcherPid, "probe") }
  }
}

type Check = { seq: number; at: Date; status: string; url: string }

export type LoadOptions = {
  monitors: number
  /** Length of a round. */
  seconds: number
  rounds: number
  core: string[] | null
  /** Work beside the measured checks, in each round until the time that it gets; null without. */
  meanwhile: ((untilMs: number) => Promise<void>) | null
}

/** Runs the prober for a while, then reads from the database what it stored and how late each check started. */
export async function measureLoad(
  stage: Stage,
  { monitors, seconds, rounds, core, meanwhile }: LoadOptions,
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
  const first = await measureWhile(() => sleep(intervalMs))
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
  const windows: Window[] = []
  for (let round = 0; round < rounds; round += 1) {
    const untilMs = performance.now() + seconds * 1000
    windows.push(
      await measureWhile(() => Promise.all([sleep(seconds * 1000), meanwhile?.(untilMs)])),
    )
  }
  await sleep(2000)
  clearInterval(toggling)
  stage.others.process.send("heal")
  const figures = {
    first: await firstFigures(first),
    rounds: await Promise.all(windows.map(figuresOf)),
  }
  await dashboard.close()
  await prober.stop()
  return figures

  async function measureWhile(work: () => Promise<unknown>): Promise<Window> {
    const [from, role, all] = [await nowOf(pool), cpuMsOf(prober.pid), prober.cpuMs()]
    await work()
    const [roleMs, allMs] = [cpuMsOf(prober.pid) - role, prober.cpuMs() - all]
    return { from, to: await nowOf(pool), roleMs, allMs, residentMb: residentMbOf(prober.pid) }
  }

  async function firstFigures({ from, to }: Window): Promise<Record<string, number>> {
    const checks = await readChecks(pool, from, to)
    return {
      "stored checks/s": perSecond(checks.length, from, to),
      "start lag p99, ms": quantile(lagsOf(checks), 0.99),
      "end of a check to its transaction p99, ms": quantile(
        decidedAfter(await readChanges(pool, from, to)),
        0.99,
      ),
    }
  }

  async function figuresOf(window: Window): Promise<Record<string, number>> {
    const { from, to, roleMs, allMs, residentMb } = window
    const checks = await readChecks(pool, from, to)
    const changes = await readChanges(pool, from, to)
    const [lags, decided] = [lagsOf(checks), decidedAfter(changes)]
    const received = sorted(
      changes.flatMap(({ id, at, endedAt }) => {
        const receivedAtMs = dashboard.receivedAtMs(id, at)
        return receivedAtMs === undefined ? [] : [receivedAtMs - endedAt.getTime()]
      }),
    )
    const wrong = checks.filter(({ status, url }) => url === steady && status !== "operational")
    return {
      "stored checks/s": perSecond(checks.length, from, to),
      "start lag p50, ms": quantile(lags, 0.5),
      "start lag p99, ms": quantile(lags, 0.99),
      "CPU of the role per 1,000 checks, ms": (roleMs / checks.length) * 1000,
      "CPU of all processes per 1,000 checks, ms": (allMs / checks.length) * 1000,
      "resident memory of the role, MB": residentMb,
      "end of the deciding check to its transaction p50, ms": quantile(decided, 0.5),
      "end of the deciding check to its transaction p99, ms": quantile(decided, 0.99),
      "end of the deciding check to a dashboard p50, ms": quantile(received, 0.5),
      "end of the deciding check to a dashboard p99, ms": quantile(received, 0.99),
      "changes that the dashboard did not receive": changes.length - received.length,
      "healthy targets with another status": wrong.length,
    }
  }
}

/** A part of a load; CPU is of the probe role and of all processes. */
type Window = { from: Date; to: Date; roleMs: number; allMs: number; residentMb: number }

async function nowOf(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now")
  return rows[0]?.now ?? new Date()
}

async function readChecks(pool: Pool, from: Date, to: Date): Promise<Check[]> {
  const { rows } = await pool.query<Check>(
    `select c.monitor_seq as seq, c.started_at as at, c.status, m.url
       from check_result c join monitor m on m.seq = c.monitor_seq
      where c.started_at >= $1 and c.started_at < $2`,
    [from, to],
  )
  return rows
}

const lagsOf = (checks: readonly Check[]): number[] =>
  sorted(checks.map(({ seq, at }) => lateness(seq, at)))

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
