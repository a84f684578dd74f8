import { afterAll, beforeAll, expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { ask } from "../support/ask.ts"
import { insertMonitor, insertMonitors } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { openPlans } from "../support/plans.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
/** Of each kind, nearly all of one project and one monitor: whatever grows with time, at its worst. */
const rows = 30_000
/** Rows that a page of 50 may look at. What does not depend on the 30,000 does not depend on a million either. */
const mostRows = 150

const tables = [
  "audit_entry",
  "delivery",
  "heartbeat_ping",
  "maintenance",
  "status_change",
  "verdict",
]
const fill = [
  `insert into audit_entry (id, project_id, actor_kind, actor_name, action, subject_id, subject_name, at)
   select gen_random_uuid(), $1::uuid, 'system', 'test', 'monitor.updated', $2::uuid, 'Shop', now() - n * interval '1 minute'
     from generate_series(1, ${rows}) n`,
  `insert into delivery (id, project_id, event, subject_id, target, dedupe_key, payload, state, created_at)
   select gen_random_uuid(), $1::uuid, 'monitor.updated', $2::uuid, 'x', 'plans ' || n, '{}', 'delivered',
          now() - n * interval '1 minute' from generate_series(1, ${rows}) n`,
  `insert into heartbeat_ping (id, monitor_id, kind, source_ip, method, at)
   select gen_random_uuid(), $2::uuid, 'success', '192.0.2.1', 'GET', now() - n * interval '1 minute'
     from generate_series(1, ${rows}) n where $1::uuid is not null`,
  `insert into maintenance (id, project_id, title, state, starts_at, ends_at, updated_at)
   select gen_random_uuid(), $1::uuid, 'Disks', 'completed', now() - n * interval '1 hour',
          now() - n * interval '1 hour' + interval '5 minutes', now()
     from generate_series(1, ${rows}) n where $2::uuid is not null`,
  `insert into verdict (id, monitor_id, decision, steps, at)
   select gen_random_uuid(), $2::uuid, 'status_only', '[]', now() - n * interval '1 minute'
     from generate_series(1, ${rows}) n where $1::uuid is not null`,
  `insert into status_change (id, monitor_id, "from", "to", at, decided_at)
   select gen_random_uuid(), $2::uuid, 'operational', 'offline', now() - n * interval '1 minute', now()
     from generate_series(1, ${rows}) n where $1::uuid is not null`,
  `insert into check_result (monitor_seq, started_at, status, duration_ms)
   select m.seq, now() - n * interval '1 second', 'operational', 1
     from generate_series(1, ${rows}) n, monitor m where m.id = $2::uuid and $1::uuid is not null`,
]

let plans: Awaited<ReturnType<typeof openPlans>>
let ids = { project: "", monitor: "" }
let actor: Actor

beforeAll(async () => {
  const { pool } = world.services.database
  const { id: project } = await makeProject(world)
  ;({ actor } = (await makeMember(world, project, "owner", "Grace")).ctx)
  const { id: monitor } = await insertMonitor(world, project)
  ids = { project, monitor }
  await insertMonitors(world, project, 99)
  // The touches of rollups, one a row, are of no interest here.
  await pool.query("alter table status_change disable trigger touch_rollup")
  for (const statement of fill) await pool.query(statement, [project, monitor])
  const { rows: parts } = await pool.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'check_result'::regclass",
  )
  const large = [...tables, ...parts.map(({ name }) => name)]
  await pool.query(`analyze ${[...tables, "check_result"].join()}`)
  plans = await openPlans(world, large)
})
afterAll(() => plans.close())

const pageInfo = "pageInfo { hasNextPage endCursor }"
const lists = {
  audit: (at: string) =>
    `project(id: $project) { auditEntries(first: 50${at}) { edges { node { id at } } ${pageInfo} } }`,
  "audit of an object": (at: string) =>
    `project(id: $project) { auditEntries(first: 50, subjectId: $monitor${at}) { edges { node { id } } ${pageInfo} } }`,
  deliveries: (at: string) =>
    `project(id: $project) { deliveries(first: 50${at}) { edges { node { id } } ${pageInfo} } }`,
  maintenances: (at: string) =>
    `project(id: $project) { maintenances(first: 50${at}) { edges { node { id title } } ${pageInfo} } }`,
  checks: (at: string) =>
    `monitor(id: $monitor) { checks(first: 50${at}) { edges { node { id } } ${pageInfo} } }`,
  "status changes": (at: string) =>
    `monitor(id: $monitor) { statusChanges(first: 50${at}) { edges { node { id to } } ${pageInfo} } }`,
  verdicts: (at: string) =>
    `monitor(id: $monitor) { verdicts(first: 50${at}) { edges { node { id } } ${pageInfo} } }`,
  pings: (at: string) =>
    `monitor(id: $monitor) { pings(first: 50${at}) { edges { node { id } } ${pageInfo} } }`,
}

const tableOf: Record<keyof typeof lists, string> = {
  audit: "audit_entry",
  "audit of an object": "audit_entry",
  deliveries: "delivery",
  maintenances: "maintenance",
  checks: "check_result",
  "status changes": "status_change",
  verdicts: "verdict",
  pings: "heartbeat_ping",
}

type Page = { edges: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string } }

async function read(name: keyof typeof lists, at: string) {
  const source = `query ($project: ID!, $monitor: ID!) { ${lists[name](at)} unused: project(id: $project) { id }
    other: monitor(id: $monitor) { id } }`
  const pages: Page[] = []
  const statements = await plans.during(async () => {
    const { data, errors } = await ask(world, actor, source, ids)
    expect(errors).toEqual([])
    const { project, monitor } = data as Record<string, Record<string, Page> | undefined>
    pages.push(...Object.values(project ?? monitor ?? {}))
  })
  const faults: string[] = []
  const isRead = statements.some(({ text }) => text.includes(tableOf[name]))
  if (!isRead) faults.push(`${name}${at}: the list was not read`)
  for (const statement of statements) {
    const { scans, rows: seen } = await plans.explain(statement)
    if (scans.length > 0 || seen > mostRows) {
      faults.push(`${name}${at}: ${seen} rows, whole tables: ${scans.join()}; ${statement.text}`)
    }
  }
  return { page: pages[0], faults }
}

test.each(Object.keys(lists) as (keyof typeof lists)[])(
  "a page of %s looks at no more rows than it shows, however many there are",
  async (name) => {
    const first = await read(name, "")
    expect(first.page?.edges).toHaveLength(50)
    const next = await read(name, `, after: "${first.page?.pageInfo.endCursor}"`)
    expect(next.page?.edges).toHaveLength(50)
    expect([...first.faults, ...next.faults]).toEqual([])
  },
)

const statementsOf = (fields: string) =>
  plans.during(async () => {
    const source = `query ($project: ID!) {
        project(id: $project) { monitors(first: 100) { edges { node { id ${fields} } } } } }`
    const { data, errors } = await ask(world, actor, source, { project: ids.project })
    expect(errors).toEqual([])
    const { project } = data as { project: { monitors: { edges: unknown[] } } }
    expect(project.monitors.edges).toHaveLength(100)
  })

test("the recent checks of 100 monitors are one statement", async () => {
  const without = await statementsOf("")
  const whole = await statementsOf("recentChecks { startedAt status }")
  expect(whole.length - without.length).toBe(1)
  const checks = whole.filter(({ text }) => text.includes("check_result"))
  expect(checks).toHaveLength(1)
})
