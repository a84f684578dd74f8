import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { parseArgs } from "node:util"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import type { Services } from "../src/platform/services.ts"
import { openServices } from "../src/platform/services.ts"
import { cpuMsOf, describeMachine, divideCores, printTable, quantile } from "./machine.ts"
import { makeProject } from "./notify-data.ts"
import { startServer } from "./server.ts"
import { openConnection } from "./request-load.ts"

/** Measures how fast heartbeat pings are stored. Each is sent at its time, whether earlier ones were answered or not. */

const { values } = parseArgs({
  options: {
    monitors: { type: "string", default: "1000" },
    rates: { type: "string", default: "1000,2500,4000" },
    seconds: { type: "string", default: "10" },
  },
})
const monitors = Number(values.monitors)
const seconds = Number(values.seconds)
const tickMs = 5

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const core = divideCores()
const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error", EGRESS_ANCHORS: "127.0.0.1:1" })
const embedded = await startEmbedded(env, createLog("error", "bench"))
await migrate(embedded.connectionString)
const services = await openServices(env, embedded.connectionString, "bench")
const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
const server = await startServer(
  "Watchkeeper",
  [...core, process.execPath, launcher, "start", "--json", "--roles", "api"],
  {
    DATABASE_URL: embedded.connectionString,
    DATA_DIR: folder,
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
  },
)
const free: ReturnType<typeof openConnection>[] = []
const { hostname, port } = new URL(server.address)
try {
  process.stdout.write(`${describeMachine(core.length > 0)}\n`)
  const projectId = await makeProject(services)
  await measure(projectId, 500)
  const rows: (string | number)[][] = []
  for (const rate of values.rates.split(",")) rows.push(await measure(projectId, Number(rate)))
  const head = ["sent/s", "answered 200", "answered/s", "p50, ms", "p99, ms", "max, ms"]
  printTable([...head, "stored", "server CPU, µs per ping"], rows)
} finally {
  for (const { socket } of free) socket.destroy()
  await server.stop()
  await services.close()
  await embedded.stop()
  await rm(folder, { recursive: true })
}
process.exit()

/** Each rate has its own monitors, because pings per monitor and minute are limited. */
async function measure(projectId: string, rate: number): Promise<(string | number)[]> {
  const secrets = await makeHeartbeats(services, projectId)
  const times: number[] = []
  let sent = 0
  let refused = 0
  const cpuMs = cpuMsOf(server.pid)
  const from = performance.now()
  const answers: Promise<void>[] = []
  const total = rate * seconds
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - from) / 1000) * rate))
    for (; sent < due; sent += 1) {
      const dueMs = from + (sent / rate) * 1000
      const path = `/ping/${secrets[sent % secrets.length] ?? ""}`
      answers.push(
        ping(path).then((status) => {
          if (status === 200) times.push(performance.now() - dueMs)
          else refused += 1
        }),
      )
    }
    await wait(tickMs)
  }
  await Promise.all(answers)
  const ms = performance.now() - from
  if (refused > 0) process.stdout.write(`${refused} of ${total} were not answered 200\n`)
  times.sort((one, other) => one - other)
  const { rows } = await services.database.pool.query<{ count: number }>(
    "select count(*)::int as count from heartbeat_ping",
  )
  await services.database.pool.query("truncate heartbeat_ping")
  return [
    String(rate),
    times.length,
    (times.length / ms) * 1000,
    quantile(times, 0.5),
    quantile(times, 0.99),
    quantile(times, 1),
    rows[0]?.count ?? 0,
    ((cpuMsOf(server.pid) - cpuMs) / times.length) * 1000,
  ]
}

/** Uses a free connection or opens one, so that no ping waits for the response to another. */
async function ping(path: string): Promise<number> {
  const connection = free.pop() ?? openConnection({ host: hostname, port: Number(port) })
  connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`)
  const status = await connection.answer().catch(() => 0)
  if (status === 0) connection.socket.destroy()
  else free.push(connection)
  return status
}

async function makeHeartbeats({ database, vault }: Services, projectId: string) {
  const secrets = Array.from({ length: monitors }, () => randomBytes(32).toString("base64url"))
  await database.pool.query(
    `with made as (
       insert into monitor (id, project_id, name, kind, heartbeat_interval_minutes, heartbeat_hash, sealed_heartbeat,
                            updated_at)
       select gen_random_uuid(), $1, 'Job ' || gen_random_uuid(), 'heartbeat', 1, sha256(secret::bytea), $3, now()
         from unnest($2::text[]) secret returning id)
     insert into monitor_state (monitor_id, status) select id, 'operational' from made`,
    [projectId, secrets, vault.seal("bench")],
  )
  await database.pool.query("vacuum (analyze) monitor, monitor_state, heartbeat_ping")
  return secrets
}
