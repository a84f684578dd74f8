import { expect, test } from "vitest"
import { printDocument } from "../../src/graphql/monitoring/config/config-document.ts"
import { exportMonitors } from "../../src/graphql/monitoring/config/export-config.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { readTargets } from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const http = { monitor_type: "http", url: "https://shop.example/" }
const ping = { monitor_type: "ping", host: "gate.example" }

const take = (projectId: string, monitors: unknown[], dryRun = false) =>
  importMonitors(world.system, { projectId, document: { version: 1, monitors }, dryRun })

const fates = async (projectId: string, monitors: unknown[], dryRun = false) =>
  (await take(projectId, monitors, dryRun)).entries.map(({ outcome, reason }) => [outcome, reason])

const exported = (projectId: string) => exportMonitors(world.system, projectId)

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  )

test("an imported monitor equals a created one, including its audit entry and event", async () => {
  const [one, other] = [await makeProject(world), await makeProject(world)]
  const { prisma } = world.services.database
  await createMonitor(world.system, {
    projectId: one.id,
    kind: "heartbeat",
    name: "Backup",
    heartbeatIntervalMinutes: 60,
  })
  await take(other.id, [
    { name: " Backup ", monitor_type: "Cron-Job", heartbeat_interval_minutes: 60 },
  ])
  const rows = await prisma.monitor.findMany({
    where: { projectId: { in: [one.id, other.id] } },
    include: { state: true },
    orderBy: { seq: "asc" },
  })
  const comparable = rows.map((row) => ({
    ...row,
    id: null,
    seq: null,
    projectId: null,
    heartbeatHash: row.heartbeatHash?.length,
    sealedHeartbeat: row.sealedHeartbeat?.length,
    watchedSince: row.watchedSince.getTime() === row.createdAt.getTime(),
    createdAt: row.createdAt.getTime() === row.updatedAt.getTime(),
    updatedAt: null,
    state: { ...row.state, monitorId: null, statusSince: null },
  }))
  expect(comparable[1]).toEqual(comparable[0])
  const received = await Promise.all(
    rows.map(async ({ id }) => [
      (await prisma.auditEntry.findMany({ where: { subjectId: id } })).map((row) => row.action),
      (await prisma.delivery.findMany({ where: { subjectId: id } })).map((row) => row.event),
    ]),
  )
  expect(received[1]).toEqual([["monitor.created"], ["monitor.created"]])
  expect(received[1]).toEqual(received[0])
})

test("a monitor or earlier entry with the same name and type is skipped; another type is not", async () => {
  const { id } = await makeProject(world)
  const [first] = (await take(id, [{ name: "Shop", ...http }])).entries
  const result = await take(id, [
    // A skipped entry needs only a valid name and type.
    { name: "Shop", monitor_type: "Website" },
    { name: "Shop", ...ping },
    { name: "Shop", ...ping, host: "other.example" },
    { name: "shop", ...http },
  ])
  expect(result).toMatchObject({ createdCount: 2, skippedCount: 2 })
  expect(result.entries.map(({ outcome, monitorId }) => [outcome, monitorId])).toEqual([
    ["skip", first?.monitorId],
    ["create", expect.any(String)],
    ["skip", result.entries[1]?.monitorId],
    ["create", expect.any(String)],
  ])
  await deleteMonitor(world.system, first?.monitorId ?? "")
  expect(await fates(id, [{ name: "Shop", ...http }])).toEqual([["create", null]])
})

test("an invalid entry is reported with the document's field names and affects no other", async () => {
  const { id } = await makeProject(world)
  const why = async (entry: unknown) => {
    const [fate] = await fates(id, [entry], true)
    expect(fate?.[0]).toBe("invalid")
    return fate?.[1]
  }
  expect(await why({ ...http })).toBe("name is required")
  expect(await why({ name: "a" })).toMatch(/^monitor_type is required and must be one of http/)
  expect(await why({ name: "a", monitor_type: "docker" })).toMatch(/^monitor_type must be one of/)
  expect(await why({ name: "a", monitor_type: "http" })).toBe("url is required for http monitors")
  expect(await why({ name: "a", ...ping, max_redirects: 3 })).toBe(
    "max_redirects is not a field of ping monitors; they have host, assertions",
  )
  expect(await why({ name: "a", ...http, port: 80 })).toMatch(
    /^port is not a field of http .*max_redirects/,
  )
  expect(await why({ name: "a", ...http, monitoring_interval: "30s" })).toBe(
    "monitoring_interval must be at least one minute; write 1m",
  )
  expect(await why({ name: "a", ...http, interval: "5m" })).toBe(
    "it must not have interval, which is not a member of entries",
  )
  expect(await why({ name: "a", ...http, assertions: [{ kind: "status", codes: "600" }] })).toMatch(
    /^assertions\[0\]\.codes must be status codes/,
  )
  expect(await why({ name: "a", ...ping, assertions: [{ kind: "status", codes: "200" }] })).toMatch(
    /^assertions\[0\]\.kind must be one of response_time/,
  )
  expect(await why({ name: "a", ...http, headers: { A: "1" }, header_names: ["a"] })).toMatch(
    /^header_names must name each header once/,
  )
  for (const odd of [null, 5, "a", [], [[]]]) expect(await why(odd)).toBe("it must be an object")
  const mixed = await take(id, [{ name: "bad" }, { name: "good", ...ping }])
  expect(mixed).toMatchObject({ createdCount: 1, invalidCount: 1 })
  expect(mixed.entries[0]).toMatchObject({ name: "bad", monitorType: null, monitorId: null })
})

test("labels that do not exist are reported once, by name, and not created", async () => {
  const { id } = await makeProject(world)
  await createLabel(world.system, { projectId: id, name: "eu" })
  const result = await take(id, [
    { name: "a", ...ping, labels: ["z", "eu", "b"] },
    { name: "b", ...ping, labels: ["b", "eu", "eu"] },
  ])
  expect(result.unmatchedLabels).toEqual(["b", "z"])
  expect(result.entries[0]?.reason).toBe("without labels that do not exist: b, z")
  const { monitors } = await exported(id)
  expect(monitors.map(({ labels }) => labels)).toEqual([["eu"], ["eu"]])
  expect(await world.services.database.prisma.label.count({ where: { projectId: id } })).toBe(1)
})

test("labels that do not exist are created with their monitors if createLabels is true", async () => {
  const { id: projectId } = await makeProject(world)
  await createLabel(world.system, { projectId, name: "eu", color: "#ff0000" })
  const document = {
    version: 1,
    monitors: [
      { name: "a", ...ping, labels: ["z", "eu", "b"] },
      { name: "b", ...ping, labels: ["b"] },
    ],
  }
  const wish = { projectId, document, createLabels: true }
  const { label, auditEntry } = world.services.database.prisma
  const labels = () =>
    label.findMany({ where: { projectId }, orderBy: { name: "asc" }, select: { name: true } })
  const plan = await importMonitors(world.system, { ...wish, dryRun: true })
  expect(plan).toMatchObject({ unmatchedLabels: [], createdLabels: ["b", "z"] })
  expect(plan.entries.map(({ reason }) => reason)).toEqual([null, null])
  expect(await labels()).toEqual([{ name: "eu" }])
  const result = await importMonitors(world.system, wish)
  expect(result).toMatchObject({ unmatchedLabels: [], createdLabels: ["b", "z"] })
  expect(await labels()).toEqual([{ name: "b" }, { name: "eu" }, { name: "z" }])
  const { monitors } = await exported(projectId)
  expect(monitors.map((one) => one.labels)).toEqual([["b", "eu", "z"], ["b"]])
  expect(await auditEntry.count({ where: { projectId, action: "label.created" } })).toBe(3)
  const again = await importMonitors(world.system, wish)
  expect(again).toMatchObject({ skippedCount: 2, createdLabels: [] })
})

test("a parent is found by name in the document or the project, in any order", async () => {
  const { id } = await makeProject(world)
  await take(id, [{ name: "Gate", ...ping }])
  const result = await take(id, [
    { name: "leaf", ...ping, parent_monitor: "branch" },
    { name: "branch", ...ping, parent_monitor: "Gate" },
  ])
  expect(result.createdCount).toBe(2)
  const { monitors } = await exported(id)
  expect(monitors.map((one) => [one.name, one.parent_monitor])).toEqual([
    ["Gate", undefined],
    ["branch", "Gate"],
    ["leaf", "branch"],
  ])
})

test("an unknown, ambiguous, cyclic, too deep or invalid parent is refused", async () => {
  const { id } = await makeProject(world)
  await take(id, [
    { name: "Twin", ...ping },
    { name: "Twin", ...http },
  ])
  const child = (name: string, parent_monitor: string, more: object = {}) => ({
    ...ping,
    name,
    parent_monitor,
    ...more,
  })
  const deep = Array.from({ length: 11 }, (_, at) => child(`d${at}`, `d${at - 1}`))
  const got = await fates(id, [
    child("a", "nobody"),
    child("b", "Twin"),
    child("c", "Twin", { parent_monitor_type: "icmp" }),
    child("x", "y"),
    child("y", "x"),
    child("z", "y"),
    child("self", "self"),
    child("below a", "a"),
    { ...deep[0], parent_monitor: null },
    ...deep.slice(1),
  ])
  const unknown = /^parent_monitor must name a monitor .*no monitor is called "nobody"$/
  const circle = /^parent_monitor must not be the monitor itself/
  const broken = /^parent_monitor names a monitor that is not valid itself/
  expect(got).toEqual([
    ["invalid", expect.stringMatching(unknown)],
    ["invalid", expect.stringMatching(/^parent_monitor_type must be given, because/)],
    ["create", null],
    ["invalid", expect.stringMatching(circle)],
    ["invalid", expect.stringMatching(circle)],
    ["invalid", expect.stringMatching(broken)],
    ["invalid", expect.stringMatching(circle)],
    ["invalid", expect.stringMatching(broken)],
    ...Array.from({ length: 10 }, () => ["create", null]),
    ["invalid", expect.stringMatching(/deeper than 10 levels/)],
  ])
})

test("nothing is created beyond the plan's limit, also in a dry run", async () => {
  const { id } = await makeProject(world, "free")
  const eleven = Array.from({ length: 11 }, (_, at) => ({ name: `m${at}`, ...ping }))
  for (const dryRun of [true, false]) {
    expect(await codeOf(take(id, eleven, dryRun))).toBe("plan_limit_exceeded")
  }
  expect((await exported(id)).monitors).toEqual([])
  await take(id, eleven.slice(0, 10))
  // Existing monitors do not count.
  expect(await take(id, eleven.slice(0, 10))).toMatchObject({ skippedCount: 10 })
  expect(await codeOf(take(id, eleven))).toBe("plan_limit_exceeded")
})

test("concurrent imports create each monitor once", async () => {
  const { id } = await makeProject(world)
  const monitors = Array.from({ length: 20 }, (_, at) => ({ name: `m${at}`, ...ping }))
  const results = await Promise.all([1, 2, 3, 4].map(() => take(id, monitors)))
  expect(results.map((one) => one.createdCount).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 20])
  expect((await exported(id)).monitors).toHaveLength(20)
})

test("a monitor that the database refuses fails with its children; the others are created", async () => {
  const { id } = await makeProject(world)
  const { pool } = world.services.database
  await pool.query("alter table monitor add constraint odd check (name <> 'odd')")
  try {
    const result = await take(id, [
      { name: "a", ...ping },
      { name: "below", ...ping, parent_monitor: "odd" },
      { name: "odd", ...ping },
      { name: "b", ...ping, parent_monitor: "a" },
    ])
    expect(result).toMatchObject({ createdCount: 2, failedCount: 2 })
    expect(
      result.entries.map(({ outcome, reason, monitorId }) => [outcome, reason, monitorId]),
    ).toEqual([
      ["create", null, expect.any(String)],
      ["fail", "its parent monitor could not be created", null],
      ["fail", "the database refused it; nothing was written", null],
      ["create", null, expect.any(String)],
    ])
  } finally {
    await pool.query("alter table monitor drop constraint odd")
  }
  expect((await exported(id)).monitors.map(({ name }) => name)).toEqual(["a", "b"])
  const { prisma } = world.services.database
  expect(
    await prisma.auditEntry.count({ where: { projectId: id, action: "monitor.created" } }),
  ).toBe(2)
})

test("a paused monitor is exported, planned and imported paused, and is not checked", async () => {
  const { id: projectId } = await makeProject(world)
  const entry = { ...http, name: "Shop", paused: true }
  const job = { name: "Job", monitor_type: "heartbeat", heartbeat_interval_minutes: 5 }
  const monitors = [entry, { ...ping, name: "Gate", paused: false }, { ...job, paused: true }]
  expect(await fates(projectId, monitors)).toEqual([
    ["create", "it is paused: resume it to start checks"],
    ["create", null],
    ["create", "it is paused: resume it to start checks; update its job to call the new ping URL"],
  ])
  const { prisma } = world.services.database
  const rows = await prisma.monitor.findMany({ where: { projectId }, orderBy: { name: "asc" } })
  const flags = rows.map(({ name, pausedAt, checkRequestedAt }) => [
    name,
    pausedAt !== null,
    checkRequestedAt !== null,
  ])
  expect(flags).toEqual([
    ["Gate", false, true],
    ["Job", true, false],
    ["Shop", true, false],
  ])
  const text = printDocument(await exported(projectId))
  expect(text.match(/"paused": \w+/g)).toEqual(['"paused": true', '"paused": true'])
  const [shop] = rows.filter(({ name }) => name === "Shop")
  const actions = await prisma.auditEntry.findMany({
    where: { projectId, subjectId: shop?.id ?? "" },
    orderBy: { id: "asc" },
  })
  expect(actions.map(({ action }) => action)).toEqual(["monitor.created", "monitor.paused"])
  const other = await makeProject(world)
  await importMonitors(world.system, { projectId: other.id, document: JSON.parse(text) })
  expect(printDocument(await exported(other.id))).toBe(text)
})

test("an export names headers without their values, and an import creates them empty", async () => {
  const [from, to] = [await makeProject(world), await makeProject(world)]
  await createMonitor(world.system, {
    projectId: from.id,
    kind: "http",
    name: "Shop",
    url: http.url,
    method: "POST",
    headers: { Authorization: "Bearer hush", "X-Env": "live" },
    body: "a body",
  })
  const document = await exported(from.id)
  expect(document.monitors[0]).toMatchObject({
    header_names: ["Authorization", "X-Env"],
    body: "a body",
  })
  expect(printDocument(document)).not.toContain("hush")
  const { entries } = await importMonitors(world.system, { projectId: to.id, document })
  expect(entries[0]?.reason).toBe(
    "set the values of its request headers by hand: Authorization, X-Env",
  )
  const ids = [entries[0]?.monitorId ?? ""]
  expect((await readTargets(world.services, { ids })).targets[0]).toMatchObject({
    headers: { Authorization: "", "X-Env": "" },
    body: "a body",
  })
  expect(await exported(to.id)).toEqual(document)
})

test("readers without monitors:write see that there is a body, but not the body", async () => {
  const { id } = await makeProject(world)
  await take(id, [{ name: "Shop", ...http, method: "post", body: "a=hush" }])
  const { ctx } = await makeMember(world, id, "viewer")
  const [entry] = (await exportMonitors(ctx, id)).monitors
  expect(entry).toMatchObject({ method: "POST", body_hidden: true })
  expect(entry).not.toHaveProperty("body")
  const other = await makeProject(world)
  const [fate] = await fates(other.id, [entry])
  expect(fate).toEqual(["create", "set the body of its request by hand"])
})

test("an export is sorted by code point, whatever the collation, and stable from run to run", async () => {
  const { id } = await makeProject(world)
  const names = ["ä", "b", "B", "a", "\u{1F600}", "\uFF5E", "a b", "1"]
  await take(id, [...names.map((name) => ({ name, ...ping })), { name: "a", ...http }])
  const { monitors } = await exported(id)
  expect(monitors.map(({ name, monitor_type }) => `${name} ${monitor_type}`)).toEqual([
    "1 ping",
    "B ping",
    "a http",
    "a ping",
    "a b ping",
    "b ping",
    "ä ping",
    "\uFF5E ping",
    "\u{1F600} ping",
  ])
  expect(printDocument(await exported(id))).toBe(printDocument(await exported(id)))
})

test("a thousand monitors are imported in one transaction, each with its state, labels and events", async () => {
  const { id: projectId } = await makeProject(world)
  await createLabel(world.system, { projectId, name: "eu" })
  const monitors = Array.from({ length: 1000 }, (_, at) => ({
    name: `m${at}`,
    ...http,
    labels: ["eu"],
  }))
  expect(await take(projectId, monitors)).toMatchObject({ createdCount: 1000, failedCount: 0 })
  const { prisma } = world.services.database
  const counts = await Promise.all([
    prisma.monitorState.count({ where: { monitor: { projectId } } }),
    prisma.monitorLabel.count({ where: { monitor: { projectId } } }),
    prisma.auditEntry.count({ where: { projectId, action: "monitor.created" } }),
    prisma.delivery.count({ where: { projectId, event: "monitor.created" } }),
  ])
  expect(counts).toEqual([1000, 1000, 1000, 1000])
})

test("GraphQL exports for readers and imports for writers, and another project's id is unknown", async () => {
  const [mine, other] = [await makeProject(world), await makeProject(world)]
  const query = "query ($id: ID!) { project(id: $id) { monitorConfig } }"
  const mutation = `mutation ($id: ID!, $document: MonitorConfigDocument!) {
    importMonitors(projectId: $id, document: $document) { createdCount entries { outcome } } }`
  const document = { version: 1, monitors: [{ name: "a", ...ping }] }
  const reader = keyActor(mine.id, mine.id, ["monitors:read"])
  const writer = keyActor(mine.id, mine.id, ["monitors:write"])
  const refused = await ask(world, reader, mutation, { id: mine.id, document })
  expect(refused.errors[0]?.code).toBe("insufficient_scope")
  expect((await ask(world, writer, mutation, { id: mine.id, document })).data).toEqual({
    importMonitors: { createdCount: 1, entries: [{ outcome: "CREATE" }] },
  })
  expect((await ask(world, reader, query, { id: mine.id })).data).toEqual({
    project: { monitorConfig: await exported(mine.id) },
  })
  expect((await ask(world, writer, query, { id: mine.id })).errors[0]?.code).toBe(
    "insufficient_scope",
  )
  const stranger = await ask(world, writer, mutation, { id: other.id, document })
  const nobody = await ask(world, writer, mutation, { id: newId(), document })
  expect(stranger.errors[0]?.code).toBe("not_found")
  expect(nobody).toEqual(stranger)
})
