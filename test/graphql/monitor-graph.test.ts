import { expect, test } from "vitest"
import type { MonitorStatus } from "../../prisma/generated/enums.ts"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import type { MonitorInput } from "../../src/graphql/monitoring/monitor/write/monitor-draft.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system: Actor = { kind: "system", name: "test" }

const make = (projectId: string, name: string, more: MonitorInput = {}) =>
  createMonitor(world.system, { projectId, kind: "ping", name, host: "192.0.2.1", ...more })

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))

const list = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $sort: MonitorSort,
    $search: String, $kinds: [MonitorKind!], $statuses: [MonitorStatus!], $labelIds: [ID!],
    $isPaused: Boolean, $isMuted: Boolean) {
  project(id: $id) {
    monitors(first: $first, after: $after, last: $last, before: $before, sort: $sort, search: $search,
        kinds: $kinds, statuses: $statuses, labelIds: $labelIds, isPaused: $isPaused, isMuted: $isMuted) {
      edges { cursor node { name status labels { name } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
}`

type Listed = {
  project: {
    monitors: {
      edges: { cursor: string; node: { name: string; status: string } }[]
      pageInfo: {
        hasNextPage: boolean
        hasPreviousPage: boolean
        startCursor: string | null
        endCursor: string | null
      }
    }
  }
}

async function page(id: string, variables: Record<string, unknown> = {}, actor = system) {
  const { data, errors } = await ask(world, actor, list, { id, ...variables })
  expect(errors).toEqual([])
  const { edges, pageInfo } = (data as Listed).project.monitors
  return { names: edges.map((edge) => edge.node.name), ...pageInfo }
}

async function setState(monitorId: string, status: MonitorStatus, lastCheckAt: Date | null) {
  await world.services.database.prisma.monitorState.update({
    where: { monitorId },
    data: { status, lastCheckAt },
  })
}

test("every order is total in both directions, forwards and backwards", async () => {
  const { id } = await makeProject(world)
  const rows: [string, MonitorStatus, Date | null][] = [
    ["delta", "operational", at(3)],
    ["alpha", "offline", at(1)],
    ["charlie", "unknown", null],
    ["bravo", "degraded", at(2)],
    ["echo", "operational", at(3)],
  ]
  for (const [name, status, checked] of rows) {
    await setState((await make(id, name)).id, status, checked)
  }
  const created = rows.map(([name]) => name)
  const orders = {
    NAME_ASC: ["alpha", "bravo", "charlie", "delta", "echo"],
    CREATED_AT_ASC: created,
    STATUS_ASC: ["alpha", "bravo", "charlie", "delta", "echo"],
    LAST_CHECK_AT_ASC: ["charlie", "alpha", "bravo", "delta", "echo"],
  }
  for (const [sort, names] of Object.entries(orders)) {
    for (const [order, expected] of [
      [sort, names],
      [sort.replace("_ASC", "_DESC"), names.toReversed()],
    ] as const) {
      expect((await page(id, { sort: order })).names).toEqual(expected)
      const forwards: string[] = []
      let after: string | null = null
      for (let turn = 0; turn < 3; turn++) {
        const part = await page(id, { sort: order, first: 2, after })
        expect(part).toMatchObject({ hasNextPage: turn < 2, hasPreviousPage: turn > 0 })
        forwards.push(...part.names)
        after = part.endCursor
      }
      expect(forwards).toEqual(expected)
      const backwards: string[] = []
      let before: string | null = null
      for (let turn = 0; turn < 3; turn++) {
        const part = await page(id, { sort: order, last: 2, before })
        expect(part).toMatchObject({ hasPreviousPage: turn < 2, hasNextPage: turn > 0 })
        backwards.unshift(...part.names)
        before = part.startCursor
      }
      expect(backwards).toEqual(expected)
    }
  }
})

test("rows that appear, disappear or move between two pages neither repeat nor hide others", async () => {
  const { id } = await makeProject(world)
  const monitors = new Map<string, string>()
  for (const name of ["b", "d", "f", "h"]) monitors.set(name, (await make(id, name)).id)
  const first = await page(id, { first: 2 })
  expect(first.names).toEqual(["b", "d"])
  await make(id, "a")
  await make(id, "e")
  // Even the cursor's row may be deleted.
  await deleteMonitor(world.system, monitors.get("d") ?? "")
  const rest = await page(id, { first: 10, after: first.endCursor })
  expect(rest).toMatchObject({ names: ["e", "f", "h"], hasNextPage: false, hasPreviousPage: true })
})

test("filters by name, kind, status, label, pause and mute", async () => {
  const { id } = await makeProject(world)
  const shop = await createLabel(world.system, { projectId: id, name: "shop" })
  const eu = await createLabel(world.system, { projectId: id, name: "eu" })
  const web = await createMonitor(world.system, {
    projectId: id,
    kind: "http",
    name: "Web 100%",
    url: "http://127.0.0.1/",
    labelIds: [shop.id, eu.id],
  })
  const gate = await make(id, "gate", { labelIds: [eu.id] })
  const back = await make(id, "backdoor_1")
  const mail = {
    projectId: id,
    kind: "tcp",
    name: "mail",
    host: "mail.acme.test",
    port: 25,
  } as const
  const other = await makeProject(world)
  await createMonitor(world.system, { ...mail, projectId: other.id })
  await setState(web.id, "offline", null)
  await muteMonitor(world.system, gate.id, { durationMinutes: 5 })
  await pauseMonitor(world.system, back.id)
  const expected: [Record<string, unknown>, string[]][] = [
    [{ search: "WEB" }, ["Web 100%"]],
    [{ search: "%" }, ["Web 100%"]],
    [{ search: "_" }, ["backdoor_1"]],
    [{ search: "\\" }, []],
    [{ kinds: ["PING", "TCP"] }, ["backdoor_1", "gate"]],
    [{ statuses: ["OFFLINE"] }, ["Web 100%"]],
    [{ labelIds: [shop.id] }, ["Web 100%"]],
    [{ labelIds: [shop.id, eu.id] }, ["gate", "Web 100%"]],
    [{ labelIds: [newId()] }, []],
    [{ isPaused: true }, ["backdoor_1"]],
    [{ isPaused: false }, ["gate", "Web 100%"]],
    [{ isMuted: true }, ["gate"]],
    [{ isMuted: false }, ["backdoor_1", "Web 100%"]],
    [{ isMuted: false, isPaused: false, kinds: ["HTTP"], search: "100" }, ["Web 100%"]],
    [{ statuses: [] }, []],
  ]
  for (const [filter, names] of expected) {
    const found = new Set((await page(id, filter)).names)
    expect({ filter, found }).toEqual({ filter, found: new Set(names) })
  }
  // A host with its port, as lists show them.
  await createMonitor(world.system, mail)
  await createMonitor(world.system, { ...mail, name: "submission", port: 587 })
  expect((await page(id, { search: "acme.test:25" })).names).toEqual(["mail"])
  expect((await page(id, { search: "mail.acme" })).names).toEqual(["mail", "submission"])
  expect((await page(id, { search: "acme:25" })).names).toEqual([])
})

test("a cursor of another order, an invalid one, and both first and last are refused", async () => {
  const { id } = await makeProject(world)
  await make(id, "a")
  const { endCursor } = await page(id, { sort: "NAME_ASC" })
  const forged = Buffer.from(JSON.stringify(["CREATED_AT_ASC", "x'", newId()])).toString(
    "base64url",
  )
  for (const variables of [
    { sort: "STATUS_ASC", after: endCursor },
    { sort: "CREATED_AT_ASC", after: forged },
    { after: "nonsense" },
    { first: 1, last: 1 },
    { first: -1 },
    { search: "x".repeat(201) },
  ]) {
    const { errors } = await ask(world, system, list, { id, ...variables })
    expect(errors).toMatchObject([{ code: "validation_failed", path: "project.monitors" }])
  }
})

const detail = `query ($id: ID!) {
  monitor(id: $id) {
    name kind url method headers { name value } body maxRedirects interval intervalSeconds heartbeatUrl
    assertions { kind level codes path comparison value maxMs }
    status statusColor isMuted isPaused parent { name } children { edges { node { name } } }
    labels { name color } lastCheckAt checks { edges { node { id } } } statusChanges { edges { node { to } } }
  }
}`

test("fields that may contain a credential are visible only with write permission", async () => {
  const { id: projectId } = await makeProject(world)
  await createLabel(world.system, { projectId, name: "shop", color: "#123456" })
  const parent = await make(projectId, "router")
  const monitor = await createMonitor(world.system, {
    projectId,
    kind: "http",
    name: "web",
    url: "https://example.com/",
    method: "POST",
    headers: { Authorization: "Bearer hunter2" },
    body: "password=hunter2",
    interval: "90m",
    labels: ["shop"],
    parentId: parent.id,
    assertions: [
      { kind: "status", codes: "200-204" },
      { kind: "json_path", path: "$.ok", comparison: "equals", value: "true" },
      { kind: "response_time", maxMs: 500 },
    ],
  })
  await make(projectId, "below", { parentId: monitor.id })
  await setState(monitor.id, "degraded", at(1))
  const shown = {
    name: "web",
    kind: "HTTP",
    url: "https://example.com/",
    method: "POST",
    headers: [{ name: "Authorization", value: "Bearer hunter2" }],
    body: "password=hunter2",
    maxRedirects: 10,
    interval: "90m",
    intervalSeconds: 5400,
    heartbeatUrl: null,
    assertions: [
      {
        kind: "STATUS",
        level: "OFFLINE",
        codes: "200-204",
        path: null,
        comparison: null,
        value: null,
        maxMs: null,
      },
      {
        kind: "JSON_PATH",
        level: "OFFLINE",
        codes: null,
        path: "$.ok",
        comparison: "EQUALS",
        value: "true",
        maxMs: null,
      },
      {
        kind: "RESPONSE_TIME",
        level: "DEGRADED",
        codes: null,
        path: null,
        comparison: null,
        value: null,
        maxMs: 500,
      },
    ],
    status: "DEGRADED",
    statusColor: "#dc6803",
    isMuted: false,
    isPaused: false,
    parent: { name: "router" },
    children: { edges: [{ node: { name: "below" } }] },
    labels: [{ name: "shop", color: "#123456" }],
    lastCheckAt: at(1).toISOString(),
    checks: { edges: [] },
    statusChanges: { edges: [] },
  }
  const variables = { id: monitor.id }
  expect(await ask(world, system, detail, variables)).toEqual({
    data: { monitor: shown },
    errors: [],
  })
  const viewer = await makeMember(world, projectId, "viewer")
  const reader = keyActor(projectId, newId(), ["monitors:read"])
  for (const actor of [viewer.ctx.actor, reader]) {
    expect((await ask(world, actor, detail, variables)).data).toEqual({
      monitor: {
        ...shown,
        headers: [{ name: "Authorization", value: "[hidden]" }],
        body: "[hidden]",
      },
    })
  }
})

test("a heartbeat's URL is shown to writers and nobody else", async () => {
  const { id: projectId } = await makeProject(world)
  const { id } = await createMonitor(world.system, {
    projectId,
    kind: "heartbeat",
    name: "backup",
    heartbeatIntervalMinutes: 60,
  })
  const query = "query ($id: ID!) { monitor(id: $id) { heartbeatUrl } }"
  const editor = await makeMember(world, projectId, "editor")
  const viewer = await makeMember(world, projectId, "viewer")
  expect((await ask(world, editor.ctx.actor, query, { id })).data).toEqual({
    monitor: {
      heartbeatUrl: expect.stringMatching(/^http:\/\/localhost:3000\/ping\/[A-Za-z0-9_-]{43}$/),
    },
  })
  expect((await ask(world, viewer.ctx.actor, query, { id })).data).toEqual({
    monitor: { heartbeatUrl: null },
  })
})

test("every field of a muted monitor can be read", async () => {
  const project = await makeProject(world)
  const { ctx } = await makeMember(world, project.id, "editor")
  const { id } = await make(project.id, "gate")
  const asked = [
    "isMuted",
    "isMuted kind",
    "... on Monitor { isMuted kind }",
    "...rest",
    "isMuted project { id }",
  ]
  for (const selection of asked) {
    const fragment = selection === "...rest" ? "fragment rest on Monitor { isMuted kind }" : ""
    const document = `mutation ($id: ID!) {
      muteMonitor(id: $id, durationMinutes: 5) { __typename id name mutedUntil updatedAt ${selection} }
    } ${fragment}`
    const { data, errors } = await ask(world, ctx.actor, document, { id })
    expect(errors).toEqual([])
    expect(data).toEqual({
      muteMonitor: {
        __typename: "Monitor",
        id,
        name: "gate",
        mutedUntil: expect.any(String),
        updatedAt: expect.any(String),
        isMuted: true,
        ...(/kind|rest/.test(selection) ? { kind: "PING" } : {}),
        ...(selection.includes("project") ? { project: { id: project.id } } : {}),
      },
    })
  }
})

test("a monitor's whole life cycle works through the schema", async () => {
  const project = await makeProject(world)
  const { ctx } = await makeMember(world, project.id, "editor")
  const fields =
    "id name kind url headers { name value } assertions { kind pattern } isPaused isMuted"
  const made = await ask(
    world,
    ctx.actor,
    `mutation ($projectId: ID!, $input: MonitorInput!) {
      createMonitor(projectId: $projectId, kind: HTTP, input: $input) { ${fields} }
    }`,
    {
      projectId: project.id,
      input: {
        name: "web",
        url: "https://example.com/",
        headers: [{ name: "X-Key", value: "k" }],
        assertions: [{ kind: "REGEX", pattern: "o+k" }],
        host: null,
      },
    },
  )
  const web = {
    id: expect.any(String),
    name: "web",
    kind: "HTTP",
    url: "https://example.com/",
    headers: [{ name: "X-Key", value: "k" }],
    assertions: [{ kind: "REGEX", pattern: "o+k" }],
    isPaused: false,
    isMuted: false,
  }
  expect(made).toEqual({ data: { createMonitor: web }, errors: [] })
  const { id } = (made.data as { createMonitor: { id: string } }).createMonitor
  const life = await ask(
    world,
    ctx.actor,
    `mutation ($id: ID!) {
      updateMonitor(id: $id, input: { name: "site", headers: null, assertions: [] }) {
        name headers { name } assertions { kind } labels { name } status
      }
      muteMonitor(id: $id, durationMinutes: 5) { isMuted }
      unmuteMonitor(id: $id) { isMuted }
      requestCheck(id: $id) { checkRequestedAt }
      pauseMonitor(id: $id) { isPaused status }
      resumeMonitor(id: $id) { isPaused status }
      deleteMonitor(id: $id)
    }`,
    { id },
  )
  expect(life).toEqual({
    data: {
      updateMonitor: { name: "site", headers: [], assertions: [], labels: [], status: "UNKNOWN" },
      muteMonitor: { isMuted: true },
      unmuteMonitor: { isMuted: false },
      requestCheck: { checkRequestedAt: expect.any(String) },
      pauseMonitor: { isPaused: true, status: "UNKNOWN" },
      resumeMonitor: { isPaused: false, status: "UNKNOWN" },
      deleteMonitor: id,
    },
    errors: [],
  })
  const twice = await ask(
    world,
    ctx.actor,
    `mutation ($projectId: ID!) { createMonitor(projectId: $projectId, kind: HTTP, input: {
      name: "a", url: "http://a.example/", headers: [{ name: "A", value: "1" }, { name: "A", value: "2" }]
    }) { id } }`,
    { projectId: project.id },
  )
  expect(twice.errors).toMatchObject([
    { code: "validation_failed", message: expect.stringContaining("#/headers/1/name") },
  ])
})

test("queries with another project's ids fail exactly like unknown ids", async () => {
  const { id: projectId } = await makeProject(world)
  const { id } = await make(projectId, "secret gate")
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const key = keyActor((await makeProject(world)).id, newId(), ["monitors:read"])
  for (const actor of [stranger.ctx.actor, key, { kind: "anonymous" } as const]) {
    const known = await ask(world, actor, detail, { id })
    expect(known).toEqual(await ask(world, actor, detail, { id: newId() }))
    expect(known.data).toEqual({ monitor: null })
    expect(known.errors).toHaveLength(1)
    expect(await ask(world, actor, list, { id: projectId })).toEqual(
      await ask(world, actor, list, { id: newId() }),
    )
  }
  const blind = keyActor(projectId, newId(), ["incidents:read"])
  expect((await ask(world, blind, detail, { id })).errors).toMatchObject([
    { code: "insufficient_scope" },
  ])
  expect((await ask(world, blind, list, { id: projectId })).errors).toMatchObject([
    { code: "insufficient_scope" },
  ])
})
