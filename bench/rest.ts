import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { newToken } from "../src/graphql/workspace/key/key-token.ts"
import { newId } from "../src/platform/id.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import type { Database } from "../src/platform/postgres.ts"
import { connect } from "../src/platform/postgres.ts"
import { sha256 } from "../src/platform/secret.ts"
import { startClient } from "./client.ts"
import {
  cpuMsOf,
  describeMachine,
  divideCores,
  findProgram,
  limitCpu,
  printTable,
} from "./machine.ts"
import { startRedis } from "./redis.ts"
import type { Server } from "./server.ts"
import { startServer } from "./server.ts"
import type { LoadStats } from "./request-load.ts"

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "96" },
    /** A folder for the CPU profile of the server. */
    profile: { type: "string" },
    /** list, write or second; default: all. */
    only: { type: "string" },
  },
})
const requests = Number(values.requests)
const connections = Number(values.connections)
const rounds = Number(values.rounds)
/** V8 optimizes code that runs once per request only after tens of thousands of requests. */
const warmUps = 3
const monitorsEach = 30

type Owner = { projectId: string; token: string; monitorId: string }
type Load = { of(owner: Owner): string }

/** Enough projects that no key reaches its rate limit. */
const projects = 1000

async function fill({ pool }: Database): Promise<Owner[]> {
  const owners = Array.from({ length: projects }, () => ({
    projectId: newId(),
    token: newToken("public").token,
    monitorId: newId(),
  }))
  await pool.query(
    `insert into project (id, name, plan, updated_at) select id, 'Bench', 'pro', now() from unnest($1::uuid[]) id`,
    [owners.map(({ projectId }) => projectId)],
  )
  await pool.query(
    `insert into api_key (id, project_id, class, name, hash, hint, scopes)
     select gen_random_uuid(), project, 'public', 'bench', hash, 'bench', '{monitors:read,monitors:write}'
       from unnest($1::uuid[], $2::bytea[]) as row (project, hash)`,
    [
      owners.map(({ projectId }) => projectId),
      owners.map(({ token }) => Buffer.from(sha256(token))),
    ],
  )
  await pool.query(
    `with made as (
       insert into monitor (id, project_id, name, description, kind, url, updated_at)
       select case when n = 1 then first else gen_random_uuid() end, project, 'Monitor ' || n,
              'What it monitors, in a sentence.', 'http', 'http://127.0.0.1:1/', now()
         from unnest($1::uuid[], $2::uuid[]) as row (project, first), generate_series(1, $3::int) n
       returning id)
     insert into monitor_state (monitor_id, status) select id, 'operational' from made`,
    [
      owners.map(({ projectId }) => projectId),
      owners.map(({ monitorId }) => monitorId),
      monitorsEach,
    ],
  )
  await pool.query("analyze")
  return owners
}

type Figure = LoadStats & { cpuUs: number }

/** Sends as fast as possible, or `perSecond` for five seconds. */
async function measure(
  server: Server,
  owners: Owner[],
  load: Load,
  perSecond?: number,
): Promise<Figure> {
  const before = cpuMsOf(server.pid)
  const many =
    perSecond === undefined ? { requests } : { requests: Math.ceil(perSecond * 5), perSecond }
  const texts = owners.map((owner) => load.of(owner))
  const done = await client.sendRequests(server.address, { connections, ...many }, texts)
  const cpuMs = cpuMsOf(server.pid) - before
  return { ...done, cpuUs: (cpuMs * 1000) / (many.requests + connections) }
}

/**
 * Measures what a second process adds. Each process is limited to a small share of one core, so that the client and
 * the databases do not limit the result on a machine with few cores.
 */
async function measureSecond(one: Server, other: Server, owners: Owner[]): Promise<void> {
  const share = 0.15
  const free: (() => Promise<void>)[] = []
  try {
    for (const { pid } of [one, other]) free.push(await limitCpu(pid, share))
    for (const server of [one, other]) await measure(server, owners, list)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await measure(one, owners, list)
      const both = await Promise.all([one, other].map((server) => measure(server, owners, list)))
      const together = both.reduce((sum, { perSecond }) => sum + perSecond, 0)
      ratios.push(together / alone.perSecond)
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
    process.stdout.write(
      `\nTwo processes, each limited to ${share * 100}% of a core, answer ${ratio.toFixed(2)} times as many requests as one; goal 1.7\n`,
    )
  } catch (error) {
    process.stdout.write(`\nThe second process was not measured: ${String(error)}\n`)
  } finally {
    for (const server of [one, other]) await server.stop()
    for (const remove of free) await remove()
  }
}

const list: Load = {
  of: ({ projectId, token }) =>
    `GET /v1/monitors?limit=25 HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nX-Project: ${projectId}\r\n\r\n`,
}
const body = JSON.stringify({ duration_minutes: 5 })
const write: Load = {
  of: ({ projectId, token, monitorId }) =>
    `POST /v1/monitors/${monitorId}/mute HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n` +
    `X-Project: ${projectId}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
}

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const core = divideCores()
const client = await startClient()
const log = createLog("error", "bench")
const embedded = await startEmbedded(readEnv({ DATA_DIR: folder, LOG_LEVEL: "error" }), log)
const redisProgram = await findProgram("/usr/bin/redis-server", "redis-server")
const redis = redisProgram === null ? null : await startRedis(redisProgram, folder)
const servers: Server[] = []
try {
  await migrate(embedded.connectionString)
  const database = connect(embedded.connectionString, 4)
  const owners = await fill(database)
  const env = {
    DATABASE_URL: embedded.connectionString,
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "error",
    EGRESS_ANCHORS: "127.0.0.1:1",
  }
  const node = process.execPath
  const bare = await startServer("bare", [...core, node, join(import.meta.dirname, "bare.ts")], env)
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  const args = [launcher, "start", "--json", "--roles", "api"]
  const profile = values.profile
  const options = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }
  const startOurs = () =>
    startServer("Watchkeeper", [...core, node, ...args], {
      ...env,
      ...(profile === undefined ? {} : options),
    })
  const ours = await startOurs()
  servers.push(bare, ours)
  process.stdout.write(
    `${describeMachine(core.length > 0)}${redis === null ? ", without Redis" : ""}\n`,
  )

  for (const [name, what, load, goal] of [
    ["list", "GET /v1/monitors?limit=25", list, 0.85],
    ["write", "POST /v1/monitors/{id}/mute", write, 0.6],
  ] as const) {
    if (values.only !== undefined && values.only !== name) continue
    const figures = new Map<Server, Figure[]>(servers.map((server) => [server, []]))
    const halves = new Map<Server, Figure[]>(servers.map((server) => [server, []]))
    for (let round = -warmUps; round < rounds; round += 1) {
      const full = new Map<Server, Figure>()
      for (const server of servers) full.set(server, await measure(server, owners, load))
      const half = (full.get(ours)?.perSecond ?? 0) / 2
      // Our server goes first: it looks up keys again that were unused for three seconds.
      for (const server of servers.toReversed()) {
        const atHalf = await measure(server, owners, load, half)
        const atFull = full.get(server)
        if (round < 0 || atFull === undefined) continue
        figures.get(server)?.push(atFull)
        halves.get(server)?.push(atHalf)
      }
    }
    const middle = (server: Server, pick: (figure: Figure) => number, of = figures) =>
      (of.get(server) ?? []).map(pick).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
    // Ratios are taken per round, because the speed of the machine changes between rounds.
    const toBare = (server: Server, pick: (figure: Figure) => number) =>
      (figures.get(server) ?? [])
        .map((one, round) => pick(one) / pick(figures.get(bare)?.[round] ?? one))
        .toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
    const rows = servers.map((server) => {
      return [
        server.name,
        middle(server, (one) => one.perSecond),
        toBare(server, (one) => one.perSecond).toFixed(2),
        middle(server, (one) => one.cpuUs),
        (1 / toBare(server, (one) => one.cpuUs)).toFixed(2),
        middle(server, (one) => one.p50Ms),
        middle(server, (one) => one.p99Ms),
        server === bare ? "1" : String(goal),
        [...(figures.get(server)?.at(-1)?.statuses ?? [])]
          .map(([status, count]) => `${status}: ${count}`)
          .join(", "),
      ]
    })
    printTable(
      [
        what,
        "requests/s",
        "ratio to bare",
        "CPU µs each",
        "bare's CPU / own CPU",
        "p50, ms",
        "p99, ms",
        "goal, ratio",
        "statuses",
      ],
      rows,
    )
    for (const server of servers) {
      const perSecond = middle(server, (one) => one.perSecond, halves).toFixed(0)
      const p50 = middle(server, (one) => one.p50Ms, halves).toFixed(1)
      const p99 = middle(server, (one) => one.p99Ms, halves).toFixed(1)
      process.stdout.write(
        `\n${server.name} at ${perSecond}/s, half of the full rate of Watchkeeper: p50 ${p50} ms, p99 ${p99} ms\n`,
      )
    }
  }
  if (values.only === undefined || values.only === "second") {
    await measureSecond(await startOurs(), await startOurs(), owners)
  }
  await database.end()
} finally {
  for (const server of servers) await server.stop()
  await client.stop()
  await redis?.stop()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
