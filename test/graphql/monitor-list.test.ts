import { getNamedType, isLeafType, isObjectType, isRequiredArgument } from "graphql"
import { beforeAll, expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { monitorCounts } from "../../src/graphql/monitoring/monitor/list/count-monitors.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import {
  monitorsPage,
  type MonitorSort,
} from "../../src/graphql/monitoring/monitor/list/list-monitors.ts"
import {
  monitorFilter,
  type MonitorFilter,
} from "../../src/graphql/monitoring/monitor/monitor-filter.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { setMonitorPolicy } from "../../src/graphql/monitoring/monitor/on-call/set-monitor-policy.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { schema } from "../../src/graphql/schema.ts"
import { newId } from "../../src/platform/id.ts"
import { ask } from "../support/ask.ts"
import { checkOf } from "../support/checks.ts"
import { addMonitors } from "../support/many-monitors.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system: Actor = { kind: "system", name: "test" }

const list = `query ($id: ID!, $first: Int, $after: String, $ids: [ID!], $sort: MonitorSort, $search: String,
    $policyId: ID, $statuses: [MonitorStatus!], $isInMaintenance: Boolean) {
  project(id: $id) {
    monitors(first: $first, after: $after, ids: $ids, sort: $sort, search: $search, policyId: $policyId,
        statuses: $statuses, isInMaintenance: $isInMaintenance) {
      totalCount
      counts { operational degraded offline unknown paused }
      edges {
        node {
          name url status statusSince isPaused isMuted isInMaintenance interval p95Ms
          labels { name } recentChecks(first: 2) { status durationMs } recentUptime(days: 7) { percent coverage }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

type Row = {
  name: string
  isInMaintenance: boolean
  labels: { name: string }[]
  recentChecks: { status: string; durationMs: number }[]
  recentUptime: { percent: number | null }
  p95Ms: number | null
}
type Listed = {
  totalCount: number
  counts: Record<"operational" | "degraded" | "offline" | "unknown" | "paused", number>
  edges: { node: Row }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

async function read(id: string, variables: object = {}): Promise<Listed> {
  const { data, errors } = await ask(world, system, list, { id, ...variables })
  expect(errors).toEqual([])
  return (data as { project: { monitors: Listed } }).project.monitors
}

const namesOf = ({ edges }: Listed) => edges.map(({ node }) => node.name)

const make = (projectId: string, name: string, more: object = {}) =>
  createMonitor(world.system, {
    projectId,
    kind: "http",
    name,
    url: `http://192.0.2.1/${name}`,
    ...more,
  })

test("search finds names, targets and labels; filters and counts apply together", async () => {
  const { id: projectId } = await makeProject(world)
  const shop = await createLabel(world.system, { projectId, name: "Shop", color: "#112233" })
  const alpha = await make(projectId, "alpha", { labels: ["Shop"], failureThreshold: 1 })
  const beta = await make(projectId, "beta")
  const gamma = await make(projectId, "gamma", { url: "http://192.0.2.9/50%25" })
  await recordChecks(world.system, [
    checkOf(alpha, new Date(Date.now() - 60_000)),
    checkOf(alpha, new Date(), {
      status: "offline",
      failureClass: "assertion",
      findings: [asWritten("Got 500")],
    }),
  ])
  await pauseMonitor(world.system, beta.id)
  await muteMonitor(world.system, gamma.id, { durationMinutes: 5 })
  const now = Date.now()
  await scheduleMaintenance(world.system, {
    projectId,
    title: "Upgrade",
    startsAt: new Date(now - 1000),
    endsAt: new Date(now + 600_000),
    monitorIds: [gamma.id],
  })

  expect(namesOf(await read(projectId, { search: "shop" }))).toEqual(["alpha"])
  expect(namesOf(await read(projectId, { search: "192.0.2.9" }))).toEqual(["gamma"])
  expect(namesOf(await read(projectId, { search: "50%" }))).toEqual(["gamma"])
  expect(namesOf(await read(projectId, { isInMaintenance: true }))).toEqual(["gamma"])
  expect(namesOf(await read(projectId, { ids: [beta.id] }))).toEqual(["beta"])
  expect(namesOf(await read(projectId, { sort: "STATUS_ASC" }))).toEqual(["alpha", "gamma", "beta"])
  expect(namesOf(await read(projectId, { sort: "LABEL_ASC" }))).toEqual(["alpha", "beta", "gamma"])
  const offline = await read(projectId, { statuses: ["OFFLINE"] })
  expect(offline.totalCount).toBe(1)
  // The one in maintenance is counted as such.
  expect(offline.counts).toEqual({ operational: 0, degraded: 0, offline: 1, unknown: 0, paused: 1 })
  expect(offline.edges[0]?.node).toMatchObject({
    name: "alpha",
    labels: [{ name: shop.name }],
    isInMaintenance: false,
    recentChecks: [{ status: "OFFLINE" }, { status: "OPERATIONAL" }],
  })
  expect(offline.edges[0]?.node.p95Ms).toBeGreaterThan(0)
})

test("the default policy includes monitors without one", async () => {
  const { id: projectId } = await makeProject(world)
  const { onCallPolicy } = world.services.database.prisma
  const policy = await onCallPolicy.create({
    data: {
      id: newId(),
      projectId,
      name: "Night",
      isDefault: true,
      repeatCount: 0,
      repeatDelayMinutes: 5,
    },
  })
  const { id } = await make(projectId, "own")
  await make(projectId, "default")
  await setMonitorPolicy(world.system, id, policy.id)
  const found = await read(projectId, { policyId: policy.id })
  expect(namesOf(found)).toEqual(["default", "own"])
})

const many = { projectId: "" }
beforeAll(async () => {
  const { id: otherId } = await makeProject(world)
  await addMonitors(world.services, otherId, 95_000)
  const { id } = await makeProject(world)
  await addMonitors(world.services, id, 5000)
  many.projectId = id
})

test.for([
  "NAME_ASC",
  "STATUS_ASC",
  "STATUS_SINCE_DESC",
  "RESPONSE_TIME_DESC",
  "LAST_CHECK_AT_DESC",
  "LABEL_ASC",
] as const)("all pages in order %s contain every monitor once", async (sort) => {
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 0; page < 5; page++) {
    const { edges, pageInfo }: Listed = await read(many.projectId, { first: 100, after, sort })
    for (const { node } of edges) seen.add(node.name)
    after = pageInfo.endCursor
  }
  expect(seen.size).toBe(500)
})

test("rows show their labels by name, also where a fragment selects them", async () => {
  const { id: projectId } = await makeProject(world)
  for (const name of ["web", "api"]) {
    await createLabel(world.system, { projectId, name, color: "#112233" })
  }
  await make(projectId, "both", { labels: ["web", "api"] })
  await make(projectId, "neither")
  const shown = `rows: edges { node { name ...Labels } }`
  const { data } = await ask(
    world,
    system,
    `query ($id: ID!) {
       project(id: $id) { ...Lists }
       monitorRows(projectId: $id) { rows { name ...Labels } }
     }
     fragment Lists on Project { monitors { ${shown} } reversed: monitors(sort: NAME_DESC) { ${shown} } }
     fragment Labels on Monitor { labels { name color } }`,
    { id: projectId },
  )
  const labels = ["api", "web"].map((name) => ({ name, color: "#112233" }))
  const rows = [
    { name: "both", labels },
    { name: "neither", labels: [] },
  ]
  const nodes = rows.map((node) => ({ node }))
  expect(data).toEqual({
    project: { monitors: { rows: nodes }, reversed: { rows: nodes.toReversed() } },
    monitorRows: { rows },
  })
})

const plans: [sort: MonitorSort, filter: MonitorFilter][] = [
  ["NAME_ASC", {}],
  ["STATUS_ASC", {}],
  ["STATUS_SINCE_DESC", { isPaused: false, statuses: ["offline"] }],
  ["LABEL_ASC", { isInMaintenance: false }],
  ["RESPONSE_TIME_DESC", { search: "monitor 19", kinds: ["http"] }],
]

test.for(plans)("order %s by %o reads no other project's rows", async ([sort, filter]) => {
  const wanted = monitorFilter.parse(filter)
  for (const { text, values } of [
    monitorsPage(
      many.projectId,
      wanted,
      null,
      { sort, extent: "list", hasLabels: true },
      { first: 100 },
    ).statement,
    monitorCounts(many.projectId, wanted, null),
  ]) {
    const { rows } = await world.services.database.pool.query<{ "QUERY PLAN": string }>(
      `explain (analyze, timing off) ${text}`,
      values,
    )
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan).not.toMatch(/Seq Scan on (monitor|monitor_state|monitor_label|check_result)\b/)
  }
})

test("rows of monitors on telemetry say what they are about", async () => {
  const { id: projectId } = await makeProject(world)
  const bound = { comparison: "above", threshold: 0 } as const
  await createMonitor(world.system, {
    projectId,
    kind: "log",
    name: "errors",
    telemetry: { ...bound, query: "service:cart level>=error", measure: "records" },
  })
  await make(projectId, "shop")
  const { data } = await ask(
    world,
    system,
    `query ($id: ID!) {
       project(id: $id) { monitors { edges { node { name telemetry { query metric measure } } } } }
       monitorRows(projectId: $id) { rows { name telemetry { query } } }
     }`,
    { id: projectId },
  )
  const query = "service:cart level>=error"
  expect(data).toEqual({
    project: {
      monitors: {
        edges: [
          { node: { name: "errors", telemetry: { query, metric: null, measure: "RECORDS" } } },
          { node: { name: "shop", telemetry: null } },
        ],
      },
    },
    monitorRows: {
      rows: [
        { name: "errors", telemetry: { query } },
        { name: "shop", telemetry: null },
      ],
    },
  })
})

/** A selection of every field of a monitor that needs no argument; of objects, their plain fields. */
function selectionOfMonitor(): string[] {
  const type = schema.getType("Monitor")
  if (!isObjectType(type)) throw new Error("there is no type Monitor")
  return Object.values(type.getFields()).flatMap(({ name, args, type: result }) => {
    if (args.some(isRequiredArgument)) return []
    const named = getNamedType(result)
    if (isLeafType(named)) return [name]
    if (!isObjectType(named) || named.name.endsWith("Connection")) return []
    const plain = Object.values(named.getFields())
      .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
      .map((field) => field.name)
    return [`${name} { ${plain.join(" ")} }`]
  })
}

test("a monitor in a list has every field with the same value as alone", async () => {
  const { id: projectId } = await makeProject(world)
  await createLabel(world.system, { projectId, name: "web", color: "#112233" })
  const shop = await make(projectId, "shop", { labels: ["web"], headers: { "x-team": "shop" } })
  const muted = await make(projectId, "muted")
  const ended = await make(projectId, "unmuted")
  const paused = await make(projectId, "paused")
  const ids = [shop.id, muted.id, ended.id, paused.id]
  await recordChecks(world.system, [
    checkOf(shop, new Date(Date.now() - 60_000)),
    checkOf(shop, new Date(), {
      status: "offline",
      failureClass: "assertion",
      findings: [asWritten("Got 500")],
    }),
  ])
  await muteMonitor(world.system, muted.id, { durationMinutes: 5 })
  const { monitor } = world.services.database.prisma
  await monitor.update({ where: { id: ended.id }, data: { mutedUntil: new Date(0) } })
  await pauseMonitor(world.system, paused.id)
  const fields = selectionOfMonitor()
  expect(fields).toContain("headers { name value }")
  const extents = [["id", "mutedUntil"], ["id", "lastCheckReason"], ...fields.map((one) => [one])]
  for (const selection of [fields, ...extents]) {
    const { data, errors } = await ask(
      world,
      system,
      `query ($id: ID!) {
         ${ids.map((id, at) => `m${at}: monitor(id: "${id}") { ...Fields }`).join("\n")}
         project(id: $id) { monitors(sort: CREATED_AT_ASC) { edges { node { ...Fields } } } }
         monitorRows(projectId: $id) { rows { ...Fields } }
       }
       fragment Fields on Monitor { ${selection.join(" ")} }`,
      { id: projectId },
    )
    expect(errors).toEqual([])
    const { project, monitorRows, ...alone } = timeless(data) as {
      project: { monitors: { edges: { node: object }[] } }
      monitorRows: { rows: object[] }
    }
    const known = Object.values(alone)
    expect(project.monitors.edges.map(({ node }) => node)).toEqual(known)
    expect(monitorRows.rows).toHaveLength(known.length)
    expect(monitorRows.rows).toEqual(expect.arrayContaining(known))
  }
})

/** Without what passes between two reads: the end of uptime's window, and how long it has been in a state. */
const timeless = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (name, value: unknown) =>
      name === "recentUptime" || name === "uptime" ? null : value,
    ),
  )
