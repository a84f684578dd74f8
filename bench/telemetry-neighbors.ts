import { constants, setPriority } from "node:os"
import { setTimeout as wait } from "node:timers/promises"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { startClient } from "./client.ts"
import { lateness, sorted } from "./load.ts"
import { median, printTable, quantile, spread, type Cell } from "./machine.ts"
import { makeProject } from "./notify-data.ts"
import { startIngestion } from "./telemetry-load.ts"
import type { TelemetryStage } from "./telemetry-stage.ts"

const projects = 20
const monitorsEach = 30
const perSecond = 40
const connections = 8
const settleMs = 3000

/** Projects with monitors that are checked once a minute, and a key each. @returns requests that list them. */
async function fillProjects({ services, targetUrl }: TelemetryStage): Promise<string[]> {
  const context = contextFor(services, { kind: "system", name: "bench" })
  const requests: string[] = []
  for (let at = 0; at < projects; at += 1) {
    const projectId = await makeProject(services)
    const { token } = await createKey(context, {
      projectId,
      class: "public",
      name: "bench",
      scopes: ["monitors:read"],
    })
    await services.database.pool.query(
      `with made as (
         insert into monitor (id, project_id, name, kind, url, updated_at)
         select gen_random_uuid(), $1, 'Monitor ' || n, 'http', $2, now()
           from generate_series(1, $3::int) n returning id)
       insert into monitor_state (monitor_id) select id from made`,
      [projectId, targetUrl, monitorsEach],
    )
    requests.push(
      `GET /v1/monitors?limit=30 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
  }
  return requests
}

type Round = { lagMs: number; p50Ms: number; p99Ms: number; cpu: number }

/** How late checks start, and how long /v1 takes, with and without ingestion, in turns. */
export async function measureNeighbors(
  stage: TelemetryStage,
  { capacity, rounds, seconds }: { capacity: number; rounds: number; seconds: number },
): Promise<void> {
  const { pool } = stage.services.database
  const requests = await fillProjects(stage)
  const client = await startClient()
  // Senders are on other machines: this process, which sends, should take no core from those it measures.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // Every monitor's first check changes its status, which is not what is measured.
  await wait(65_000)

  async function look(): Promise<Round> {
    const now = async () =>
      (await pool.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now
    const from = await now()
    const [cpuMs, begunMs] = [stage.cpuMs(), performance.now()]
    const load = { connections, requests: perSecond * seconds, perSecond }
    const { p50Ms, p99Ms } = await client.sendRequests(stage.address, load, requests)
    const cpu = ((stage.cpuMs() - cpuMs) / (performance.now() - begunMs)) * 100
    const to = await now()
    await wait(1500)
    const { rows } = await pool.query<{ seq: number; at: Date }>(
      `select monitor_seq as seq, started_at as at from check_result
        where started_at >= $1 and started_at < $2`,
      [from, to],
    )
    const lags = sorted(rows.map(({ seq, at }) => lateness(seq, at)))
    return { lagMs: quantile(lags, 0.99), p50Ms, p99Ms, cpu }
  }

  const quiet: Round[] = []
  const loaded: Round[] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await look())
    const stop = await startIngestion(stage, capacity * 0.8)
    await wait(settleMs)
    loaded.push(await look())
    rates.push(await stop())
    await wait(settleMs)
  }
  await client.stop()
  const row = (name: string, of: (round: Round) => number, goal: string): Cell[] => [
    name,
    spread(quiet.map(of)),
    spread(loaded.map(of)),
    spread(loaded.map((one, at) => of(one) / of(quiet[at] ?? one))),
    goal,
  ]
  process.stdout.write(`\nIngestion: ${median(rates).toFixed(0)} rows a second.\n`)
  printTable(
    [stage.titled("neighbors of ingestion"), "without", "beside", "ratio", "goal"],
    [
      row("start of a check after its slot, p99, ms", ({ lagMs }) => lagMs, "≤ 1.1"),
      row("GET /v1/monitors, p50, ms", ({ p50Ms }) => p50Ms, ""),
      row("GET /v1/monitors, p99, ms", ({ p99Ms }) => p99Ms, "≤ 1.1"),
      row("CPU of all processes, % of a core", ({ cpu }) => cpu, ""),
    ],
  )
}
