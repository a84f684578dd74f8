import { afterAll, beforeAll, expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { newId } from "../../src/platform/id.ts"
import { ask } from "../support/ask.ts"
import { addDeliveries } from "../support/many-deliveries.ts"
import { addIncidents } from "../support/many-incidents.ts"
import { addMonitors } from "../support/many-monitors.ts"
import { makeMember } from "../support/people.ts"
import { openPlans } from "../support/plans.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const incidents = 20_000
/** Tables that grow with every outage, page or request. */
const large = ["incident", "alert", "escalation", "page", "incident_update", "verdict", "delivery"]
/** Rows that a page of a list may look at; the tables have at least four times as many. */
const mostRows = 5000

let plans: Awaited<ReturnType<typeof openPlans>>
let projectId = ""
let actor: Actor
let ids = { monitor: "", label: "", policy: "", person: "", often: "", seldom: "", alert: "" }

beforeAll(async () => {
  ;({ id: projectId } = await makeProject(world))
  const { ctx } = await makeMember(world, projectId, "owner", "Grace")
  ;({ actor } = ctx)
  const policy = { id: newId(), projectId, name: "All", repeatCount: 0, repeatDelayMinutes: 5 }
  await world.services.database.prisma.onCallPolicy.create({ data: policy })
  await addMonitors(world.services, projectId, 300)
  await addIncidents(world.services, projectId, incidents)
  const { pool } = world.services.database
  const one = async (sql: string) =>
    (await pool.query<{ id: string }>(sql, [projectId])).rows[0]?.id ?? ""
  const person = actor.kind === "user" ? actor.userId : ""
  ids = {
    ...(await addDeliveries(world.services, projectId, person, 40_000)),
    person,
    monitor: await one("select id from monitor where project_id = $1 limit 1"),
    label: await one("select id from label where project_id = $1 limit 1"),
    policy: await one("select id from on_call_policy where project_id = $1 limit 1"),
  }
  plans = await openPlans(world, large)
})
afterAll(() => plans.close())

const node = "id number title state { name } severity { name } monitor { name }"
const nodes = {
  incidents: node,
  alerts: node,
  deliveries: "id state recipient { name } alert { id }",
}
const tables = { incidents: "incident", alerts: "alert", deliveries: "delivery" }
type List = keyof typeof nodes
const pageOf = (list: List, args: string) =>
  `${list}(first: 50${args}) { edges { node { ${nodes[list]} } cursor } }`

/** The statements of a page that read a whole table, or more rows than they need. */
async function faultsOf(list: List, args: string): Promise<string[]> {
  const source = `query ($id: ID!) { project(id: $id) { ${pageOf(list, args)} } }`
  const problems: string[] = []
  const statements = await plans.during(async () => {
    const { errors } = await ask(world, actor, source, { id: projectId })
    problems.push(...errors.map(({ message }) => `${args}: ${message}`))
  })
  if (problems.length > 0) return problems
  const isRead = statements.some(({ text }) => text.includes(`from ${tables[list]}`))
  const faults = isRead ? [] : [`${args}: the list was not read`]
  for (const statement of statements) {
    const { scans, rows } = await plans.explain(statement)
    if (scans.length > 0 || rows > mostRows) {
      faults.push(`${args}: ${rows} rows, whole tables: ${scans.join()}; ${statement.text}`)
    }
  }
  return faults
}

const quoted = (id: string) => `["${id}"]`

/** Filters by their name in the schema; those that only alerts or only incidents have come last. */
const shared = (): string[] => [
  "",
  ", isOpen: true",
  ", activeOnly: true",
  ", isOpen: false",
  ', severities: ["critical", "high"]',
  ', severities: ["major", "low"]',
  ', severities: ["no such"]',
  ', states: ["resolved"]',
  ', states: ["resolved"], isOpen: true',
  `, monitorIds: ${quoted(ids.monitor)}`,
  `, labelIds: ${quoted(ids.label)}`,
  ', search: "checkout"',
  ', search: "#12"',
  ', search: "12"',
  ', search: "nothing has this"',
  ', search: "checkout", isOpen: true',
  `, since: "${new Date(Date.now() - 3_600_000).toISOString()}"`,
  `, until: "${new Date(Date.now() - 180_000_000).toISOString()}"`,
]
const sorts = ["CREATED_AT_ASC", "CREATED_AT_DESC", "NUMBER_ASC", "NUMBER_DESC"]
const lists = {
  incidents: () => ({
    filters: [...shared(), ", isDeclaredManually: true", ", isDeclaredManually: false"],
    sorts: [...sorts, "STARTED_AT_ASC", "STARTED_AT_DESC"],
  }),
  alerts: () => ({
    filters: [
      ...shared(),
      ", meanings: [OPEN]",
      ", meanings: [OPEN, ACKNOWLEDGED]",
      `, policyIds: ${quoted(ids.policy)}`,
      `, pagedUserIds: ${quoted(ids.person)}`,
    ],
    sorts,
  }),
}

test.each(["incidents", "alerts"] as const)(
  "no filter and no order of a list of %s reads the whole table",
  async (list) => {
    const { filters, sorts } = lists[list]()
    const faults: string[] = []
    for (const filter of filters) {
      for (const sort of sorts) faults.push(...(await faultsOf(list, `${filter}, sort: ${sort}`)))
    }
    expect(faults).toEqual([])
  },
)

test.each(["incidents", "alerts"] as const)(
  "pages after the first of a list of %s read no more",
  async (list) => {
    const source = `query ($id: ID!) { project(id: $id) { ${pageOf(list, ', search: "12"')} } }`
    const { data } = await ask(world, actor, source, { id: projectId })
    const { edges } = (data as { project: Record<string, { edges: { cursor: string }[] }> })
      .project[list] ?? { edges: [] }
    const after = `, after: "${edges.at(-1)?.cursor}"`
    expect(await faultsOf(list, `, search: "12"${after}`)).toEqual([])
    expect(await faultsOf(list, `, isOpen: true${after}`)).toEqual([])
  },
)

const ofDeliveries = () => [
  "",
  ", states: [DEAD]",
  ", states: [PENDING]",
  ", states: [CANCELLED]",
  ", states: [ACCEPTED]",
  ", states: [DELIVERED]",
  ", states: [DEAD, PENDING]",
  ", queues: [PAGE]",
  `, channelId: "${ids.often}"`,
  `, channelId: "${ids.seldom}"`,
  `, channelId: "${ids.seldom}", states: [DEAD]`,
  `, channelId: "${newId()}"`,
  `, endpointId: "${newId()}"`,
  `, userId: "${ids.person}"`,
  `, userId: "${ids.person}", states: [DEAD]`,
  `, userId: "${newId()}"`,
  `, alertId: "${ids.alert}"`,
  `, alertId: "${newId()}"`,
  `, since: "${new Date(Date.now() - 3_600_000).toISOString()}"`,
  `, until: "${new Date(Date.now() - 36_000_000).toISOString()}"`,
]

test("no filter of the log of deliveries reads the whole table, on no page", async () => {
  const faults: string[] = []
  for (const filter of ofDeliveries()) {
    faults.push(...(await faultsOf("deliveries", filter)))
    const source = `query ($id: ID!) { project(id: $id) { ${pageOf("deliveries", filter)} } }`
    const { data } = await ask(world, actor, source, { id: projectId })
    type Page = { project: { deliveries: { edges: { cursor: string }[] } } }
    const last = (data as Page).project.deliveries.edges.at(-1)
    if (last === undefined) continue
    faults.push(...(await faultsOf("deliveries", `${filter}, after: "${last.cursor}"`)))
  }
  expect(faults).toEqual([])
})
