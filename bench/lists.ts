import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import pg from "pg"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { transactSql } from "../src/graphql/kernel/transaction.ts"
import { storeChecks } from "../src/graphql/monitoring/check/store-checks.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import type { Services } from "../src/platform/services.ts"
import { checkOf } from "../test/support/checks.ts"
import { addIncidents } from "../test/support/many-incidents.ts"
import { addMonitors } from "../test/support/many-monitors.ts"
import { joinInstalled, startInstalled } from "./installed.ts"
import { cpuMsOf, describeMachine, printTable, quantile } from "./machine.ts"
import { benchUrl } from "./pages/page.ts"
import type { Server } from "./server.ts"

/** `npm run bench:lists`: lists of incidents and alerts with every filter, through the api role. */

const { values: options } = parseArgs({
  options: {
    incidents: { type: "string", default: "100000" },
    requests: { type: "string", default: "100" },
  },
})
const requests = Number(options.requests)
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-lists-"))
const settings = { BASE_URL: benchUrl, SIGN_UP: "open", EGRESS_ANCHORS: "127.0.0.1:1" }

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

const recentChecks = `query ($id: ID!) { project(id: $id) { monitors(first: 100) { edges { node {
  id recentChecks(first: 30) { startedAt status durationMs } } } } } }`

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

const server = await startInstalled(folder, settings)
try {
  const { services, connectionString, leave } = await joinInstalled(folder)
  try {
    const projectId = await fill(services)
    await analyze(connectionString)
    await measureAll(services, projectId)
  } finally {
    await leave()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fill(services: Services): Promise<string> {
  const { id } = await createProject(systemOf(services), { name: "Bench", plan: "pro" })
  await addMonitors(services, id, 1000)
  // Only the requests shall cost something.
  await services.database.pool.query("update monitor set paused_at = now()")
  await addChecks(services)
  await addIncidents(services, id, Number(options.incidents))
  // As of old alerts; otherwise the notify role would escalate all of them now.
  await services.database.pool.query(
    `update escalation e set state = (case when a.resolved_at is null then 'exhausted' else 'ended' end)::escalation_state,
            ended_at = a.resolved_at
       from alert a where a.id = e.alert_id and e.state = 'active'`,
  )
  return id
}

/** Of each monitor, as many as a row of the dashboard shows. */
async function addChecks(services: Services): Promise<void> {
  const { rows } = await services.database.pool.query<{ id: string; seq: number }>(
    "select id, seq from monitor order by seq",
  )
  for (let ago = 30; ago > 0; ago -= 1) {
    const at = new Date(Date.now() - ago * 60_000)
    await transactSql(services, (tx) =>
      storeChecks(
        tx,
        rows.map((one) => checkOf(one, at, {})),
      ),
    )
  }
}

/** As autovacuum does some time after so many rows. */
async function analyze(connectionString: string): Promise<void> {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin.query("vacuum analyze incident, alert, escalation, check_result")
  await admin.end()
}

function systemOf(services: Services) {
  return contextFor(services, { kind: "system", name: "bench" })
}

/** @returns the cookies of a person who just signed up. */
async function signUp(): Promise<string> {
  const response = await fetch(`${server.address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: benchUrl },
    body: JSON.stringify({
      name: "Ada",
      email: "ada@bench.test",
      password: "correct horse battery",
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  const cookies = response.headers.getSetCookie()
  return cookies.map((one) => one.split(";", 1)[0]).join("; ")
}

async function measureAll(services: Services, projectId: string): Promise<void> {
  const { token } = await createKey(systemOf(services), {
    projectId,
    class: "public",
    name: "bench",
    scopes: ["all"],
  })
  process.stdout.write(`${describeMachine(false)}, ${options.incidents} incidents\n`)
  const json = { "content-type": "application/json" }
  const byKey = { ...json, authorization: `Bearer ${token}` }
  const post =
    (query: string, headers: Record<string, string> = byKey) =>
    () =>
      fetch(`${server.address}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables: { id: projectId } }),
      })
  const rows: Figures[] = []
  const on = { server, pool: services.database.pool }
  const bySession = { ...json, cookie: await signUp(), origin: benchUrl }
  rows.push(await measure(on, "viewer, by a session", post("{ viewer { id } }", bySession)))
  for (const list of ["incidents", "alerts"]) {
    for (const filter of [...filters, ...(list === "incidents" ? ofIncidents : [])]) {
      const query = `query ($id: ID!) { project(id: $id) { ${list}(first: 50${filter}) { edges { node { ${node} } } pageInfo { endCursor } } } }`
      rows.push(await measure(on, `50 ${list}${filter}`, post(query)))
    }
    const path = `${server.address}/v1/${list}?limit=25`
    rows.push(await measure(on, `GET /v1/${list}?limit=25`, () => fetch(path, { headers: byKey })))
  }
  const monitors = `${server.address}/v1/monitors?limit=25`
  rows.push(
    await measure(on, "GET /v1/monitors?limit=25", () => fetch(monitors, { headers: byKey })),
  )
  rows.push(await measure(on, "100 monitors with 30 recent checks each", post(recentChecks)))
  printTable(["list", "p50, ms", "p99, ms (goal 20)", "CPU of the role, ms"], rows)
}
