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
import { openInstallation } from "./installed.ts"
import { describeMachine, printTable } from "./machine.ts"
import { readColumns, readOneByOne, type Read } from "./one-by-one.ts"
import { benchUrl } from "./pages/page.ts"
import { eachBus, forgetRequests } from "./redis.ts"
import type { Server } from "./server.ts"

/** `npm run bench:lists`: lists of incidents and alerts with every filter, through the api role. */

const { values: options } = parseArgs({
  options: {
    incidents: { type: "string", default: "100000" },
    requests: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
    redis: { type: "string", default: "without,with" },
  },
})
const requests = Number(options.requests)

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

await eachBus(options.redis, async (bus, settings) => {
  const installation = await openInstallation({ ...settings, BASE_URL: benchUrl, SIGN_UP: "open" })
  try {
    const { services, connectionString, startAll } = installation
    const projectId = await fill(services)
    await analyze(connectionString)
    const server = await startAll()
    process.stdout.write(`${describeMachine(false)}, ${bus}, ${options.incidents} incidents\n`)
    const lists = await listsOf(services, server, projectId)
    printTable(
      [`list, ${bus}`, ...readColumns],
      await readOneByOne(server, lists, {
        requests,
        rounds: Number(options.rounds),
        forget: () => forgetRequests(services),
      }),
    )
  } finally {
    await installation.stop()
  }
})

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
async function signUp({ address }: Server): Promise<string> {
  const response = await fetch(`${address}/api/auth/sign-up/email`, {
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

async function listsOf(services: Services, server: Server, projectId: string): Promise<Read[]> {
  const { token } = await createKey(systemOf(services), {
    projectId,
    class: "public",
    name: "bench",
    scopes: ["all"],
  })
  const json = { "content-type": "application/json" }
  const byKey = { ...json, authorization: `Bearer ${token}` }
  const bySession = { ...json, cookie: await signUp(server), origin: benchUrl }
  const post = (what: string, query: string, headers: Record<string, string> = byKey): Read => ({
    what,
    send: () =>
      fetch(`${server.address}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables: { id: projectId } }),
      }),
  })
  const get = (path: string): Read => ({
    what: `GET ${path}`,
    send: () => fetch(`${server.address}${path}`, { headers: byKey }),
  })
  const filtered = (list: string, filter: string): Read =>
    post(
      `50 ${list}${filter}`,
      `query ($id: ID!) { project(id: $id) { ${list}(first: 50${filter}) { edges { node { ${node} } } pageInfo { endCursor } } } }`,
    )
  return [
    post("viewer, by a session", "{ viewer { id } }", bySession),
    ...[...filters, ...ofIncidents].map((filter) => filtered("incidents", filter)),
    get("/v1/incidents?limit=25"),
    ...filters.map((filter) => filtered("alerts", filter)),
    get("/v1/alerts?limit=25"),
    get("/v1/monitors?limit=25"),
    post("100 monitors with 30 recent checks each", recentChecks),
  ]
}
