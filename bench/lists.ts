import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import pg from "pg"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { openServices } from "../src/platform/services.ts"
import { addIncidents } from "../test/support/many-incidents.ts"
import { addMonitors } from "../test/support/many-monitors.ts"
import { cpuMsOf, describeMachine, printTable, quantile } from "./machine.ts"
import type { Server } from "./server.ts"
import { startServer } from "./server.ts"

/** `npm run bench:lists`: lists of incidents and alerts with every filter, through the api role. */

const { values: options } = parseArgs({
  options: {
    incidents: { type: "string", default: "100000" },
    requests: { type: "string", default: "100" },
  },
})
const requests = Number(options.requests)
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-lists-"))
const embedded = await startEmbedded(
  readEnv({ DATA_DIR: folder, LOG_LEVEL: "error" }),
  createLog("error", "bench"),
)

const node = `id number title description isManual createdAt state { name color isResolved }
  severity { name color } monitor { id name }`
const filters = [
  "",
  ", isOpen: true",
  ", isOpen: false",
  ', severities: ["critical", "high"]',
  ', states: ["resolved"]',
  ', search: "checkout"',
  ', search: "#12"',
  ', search: "nothing has this"',
  ", sort: NUMBER_ASC",
]
const ofIncidents = [", sort: STARTED_AT_DESC", ", isOpen: true, sort: STARTED_AT_ASC"]

type Figures = (string | number)[]

async function measure(
  { server, pool }: { server: Server; pool: pg.Pool },
  what: string,
  send: () => Promise<Response>,
) {
  const waits: number[] = []
  // The key may send 300 requests a minute.
  await pool.query("update request_count set window_used = 0")
  // V8 compiles what runs often.
  for (let at = 0; at < requests; at += 1) await (await send()).arrayBuffer()
  const before = cpuMsOf(server.pid)
  for (let at = 0; at < requests; at += 1) {
    const startedMs = performance.now()
    const response = await send()
    const text = await response.text()
    waits.push(performance.now() - startedMs)
    if (response.status !== 200 || text.includes('"errors"')) throw new Error(`${what}: ${text}`)
  }
  const cpuMs = (cpuMsOf(server.pid) - before) / requests
  waits.sort((a, b) => a - b)
  return [what, quantile(waits, 0.5), quantile(waits, 0.99), cpuMs] satisfies Figures
}

try {
  await migrate(embedded.connectionString)
  const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error" })
  const services = await openServices(env, embedded.connectionString, "bench")
  const system = contextFor(services, { kind: "system", name: "bench" })
  const { id: projectId } = await createProject(system, { name: "Bench", plan: "pro" })
  await addMonitors(services, projectId, 1000)
  await addIncidents(services, projectId, Number(options.incidents))
  const admin = new pg.Client({ connectionString: embedded.connectionString })
  await admin.connect()
  await admin.query("vacuum analyze incident, alert, escalation")
  await admin.end()
  const { token } = await createKey(system, {
    projectId,
    class: "public",
    name: "bench",
    scopes: ["all"],
  })
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  const server = await startServer(
    "Watchkeeper",
    [process.execPath, launcher, "start", "--json", "--roles", "api"],
    {
      DATABASE_URL: embedded.connectionString,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "error",
    },
  )
  try {
    process.stdout.write(`${describeMachine(false)}, ${options.incidents} incidents\n`)
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const post = (query: string) => () =>
      fetch(`${server.address}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables: { id: projectId } }),
      })
    const rows: Figures[] = []
    const on = { server, pool: services.database.pool }
    for (const list of ["incidents", "alerts"]) {
      for (const filter of [...filters, ...(list === "incidents" ? ofIncidents : [])]) {
        const query = `query ($id: ID!) { project(id: $id) { ${list}(first: 50${filter}) { edges { node { ${node} } } pageInfo { endCursor } } } }`
        rows.push(await measure(on, `50 ${list}${filter}`, post(query)))
      }
      const path = `${server.address}/v1/${list}?limit=25`
      rows.push(await measure(on, `GET /v1/${list}?limit=25`, () => fetch(path, { headers })))
    }
    printTable(["list", "p50, ms", "p99, ms (goal 20)", "CPU of the role, ms"], rows)
  } finally {
    await server.stop()
    await services.close()
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
