import { randomBytes } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { Services } from "../src/platform/services.ts"
import { openInstallation } from "./installed.ts"
import { cpuMsOf, describeMachine, divideCores, printTable, quantile, spreads } from "./machine.ts"
import { makeProject } from "./notify-data.ts"
import { eachBus } from "./redis.ts"
import { openConnection } from "./request-load.ts"
import type { Server } from "./server.ts"

/**
 * `npm run bench:pings`: how fast heartbeat pings are stored. Each is sent at its time, whether earlier ones were
 * answered or not.
 */

const { values } = parseArgs({
  options: {
    monitors: { type: "string", default: "1000" },
    rates: { type: "string", default: "1000,2500,4000" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    redis: { type: "string", default: "without,with" },
    /** The api role alone on one core. */
    pinned: { type: "boolean", default: false },
  },
})
const monitors = Number(values.monitors)
const seconds = Number(values.seconds)
const rates = values.rates.split(",").map(Number)
const tickMs = 5
const core = values.pinned ? divideCores() : null

await eachBus(values.redis, async (bus, settings) => {
  const { services, startAll, startRole, stop } = await openInstallation(settings)
  try {
    const projectId = await makeProject(services)
    const server = await (core === null ? startAll() : startRole("api", core))
    process.stdout.write(`${describeMachine(core !== null)}, ${bus}\n`)
    const rounds = rates.map((): number[][] => [])
    for (let round = -1; round < Number(values.rounds); round += 1) {
      for (const [at, rate] of rates.entries()) {
        const figures = await measure(services, server, { projectId, rate })
        if (round >= 0) rounds[at]?.push(figures)
      }
    }
    printTable(
      [
        `sent/s, ${bus}`,
        "answered 200",
        "answered/s",
        "p50, ms",
        "p99, ms",
        "max, ms",
        "stored",
        "CPU of the role, µs per ping",
        ...(core === null ? ["CPU of all processes, µs per ping"] : []),
      ],
      rates.map((rate, at) => [String(rate), ...spreads(rounds[at] ?? [])]),
    )
  } finally {
    await stop()
  }
})
process.exit()

/** Each has its own monitors, because pings per monitor and minute are limited. */
async function measure(
  services: Services,
  server: Server,
  { projectId, rate }: { projectId: string; rate: number },
): Promise<number[]> {
  const secrets = await makeHeartbeats(services, projectId)
  const { ping, close } = openClient(server)
  const times: number[] = []
  let sent = 0
  const [role, all] = [cpuMsOf(server.pid), server.cpuMs()]
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
        }),
      )
    }
    await wait(tickMs)
  }
  await Promise.all(answers)
  const ms = performance.now() - from
  const [roleMs, allMs] = [cpuMsOf(server.pid) - role, server.cpuMs() - all]
  close()
  times.sort((one, other) => one - other)
  const { rows } = await services.database.pool.query<{ count: number }>(
    `with gone as (delete from heartbeat_ping returning 1) select count(*)::int as count from gone`,
  )
  return [
    times.length,
    (times.length / ms) * 1000,
    quantile(times, 0.5),
    quantile(times, 0.99),
    quantile(times, 1),
    rows[0]?.count ?? 0,
    (roleMs / times.length) * 1000,
    ...(core === null ? [(allMs / times.length) * 1000] : []),
  ]
}

/** Uses a free connection or opens one, so that no ping waits for the response to another. */
function openClient({ address }: Server) {
  const { hostname, port } = new URL(address)
  const free: ReturnType<typeof openConnection>[] = []
  return {
    async ping(path: string): Promise<number> {
      const connection = free.pop() ?? openConnection({ host: hostname, port: Number(port) })
      connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`)
      const status = await connection.answer().catch(() => 0)
      if (status === 0) connection.socket.destroy()
      else free.push(connection)
      return status
    },
    close() {
      for (const { socket } of free) socket.destroy()
    },
  }
}

/** Monitors that are not overdue before the benchmark ends, so that nobody is alerted. */
async function makeHeartbeats({ database, vault }: Services, projectId: string) {
  const secrets = Array.from({ length: monitors }, () => randomBytes(32).toString("base64url"))
  await database.pool.query(
    `with made as (
       insert into monitor (id, project_id, name, kind, heartbeat_interval_minutes, heartbeat_hash, sealed_heartbeat,
                            updated_at)
       select gen_random_uuid(), $1, 'Job ' || gen_random_uuid(), 'heartbeat', 1440, sha256(secret::bytea), $3, now()
         from unnest($2::text[]) secret returning id)
     insert into monitor_state (monitor_id, status) select id, 'operational' from made`,
    [projectId, secrets, vault.seal("bench")],
  )
  await database.pool.query("vacuum (analyze) monitor, monitor_state, heartbeat_ping")
  return secrets
}
