import { expect, test } from "vitest"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { ask } from "../support/ask.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function scene(plan: "free" | "pro" = "pro") {
  const { id: projectId } = await makeProject(api.world, plan)
  const { authorization } = await makeKey(api.world, projectId)
  return {
    projectId,
    authorization,
    exported: () => call(api, authorization, "GET", "/v1/monitors/export"),
    imported: (body: unknown, query = "") =>
      call(api, authorization, "POST", `/v1/monitors/import${query}`, { body }),
  }
}

const shop = { name: "Shop", monitor_type: "Website", url: "https://shop.example/" }
const document = (...monitors: unknown[]) => ({ version: 1, monitors })

test("an export of one project imports into another, and exports again byte for byte", async () => {
  const [from, to] = [await scene(), await scene()]
  const { projectId } = from
  for (const project of [from, to]) {
    await createLabel(api.world.system, { projectId: project.projectId, name: "eu" })
  }
  const { system } = api.world
  const gate = await createMonitor(system, {
    projectId,
    kind: "ping",
    name: "Gate",
    host: "a.example",
  })
  await createMonitor(system, {
    projectId,
    kind: "http",
    name: "Shop",
    url: "https://shop.example/",
    headers: { Authorization: "Bearer of.a.secret" },
    labels: ["eu"],
    parentId: gate.id,
  })
  const { status, text, body, headers } = await from.exported()
  expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"])
  expect(body).toEqual({
    version: 1,
    monitors: [
      {
        name: "Gate",
        monitor_type: "ping",
        description: "",
        url: null,
        host: "a.example",
        port: null,
        dns_record_type: null,
        monitoring_interval: "1m",
        request_timeout_seconds: 10,
        failure_threshold: 2,
        heartbeat_interval_minutes: null,
        heartbeat_grace_minutes: null,
        labels: [],
      },
      expect.objectContaining({
        name: "Shop",
        labels: ["eu"],
        parent_monitor: "Gate",
        header_names: ["Authorization"],
      }),
    ],
  })
  expect(text).not.toContain("secret")
  expect((await to.imported(body)).status).toBe(200)
  expect((await to.exported()).text).toBe(text)
})

type Exported = { monitors: { name: string; failure_threshold: number }[] }

const thresholdsOf = (text: string) => {
  const { monitors }: Exported = JSON.parse(text)
  return Object.fromEntries(monitors.map((one) => [one.name, one.failure_threshold]))
}

test("failure thresholds of heartbeats survive export and import; a missing one is the default of the type", async () => {
  const [from, to] = [await scene(), await scene()]
  const { system } = api.world
  const heartbeat = { kind: "heartbeat", heartbeatIntervalMinutes: 60 } as const
  for (const failureThreshold of [1, 2, 3]) {
    const name = `Backup ${failureThreshold}`
    await createMonitor(system, { projectId: from.projectId, ...heartbeat, name, failureThreshold })
  }
  const { text, body } = await from.exported()
  expect(thresholdsOf(text)).toEqual({ "Backup 1": 1, "Backup 2": 2, "Backup 3": 3 })
  expect((await to.imported(body)).status).toBe(200)
  expect((await to.exported()).text).toBe(text)

  const other = await scene()
  const exported = await ask(
    api.world,
    system.actor,
    `query ($id: ID!) { project(id: $id) { monitorConfig } }`,
    { id: from.projectId },
  )
  expect(exported).toMatchObject({ data: { project: { monitorConfig: body } } })
  const imported = await ask(
    api.world,
    system.actor,
    `mutation ($projectId: ID!, $document: MonitorConfigDocument!) {
      importMonitors(projectId: $projectId, document: $document) { createdCount } }`,
    { projectId: other.projectId, document: body },
  )
  expect(imported).toMatchObject({ data: { importMonitors: { createdCount: 3 } } })
  expect((await other.exported()).text).toBe(text)

  const bare = await scene()
  const every = { monitor_type: "heartbeat", heartbeat_interval_minutes: 60 }
  const given = document(
    { ...every, name: "Absent" },
    { ...every, name: "Null", failure_threshold: null },
    shop,
  )
  expect((await bare.imported(given)).status).toBe(200)
  expect(thresholdsOf((await bare.exported()).text)).toEqual({
    Absent: 1,
    Null: 1,
    Shop: 2,
  })
})

const entry = (name: string, more: object) => ({
  name,
  monitor_type: "http",
  reason: null,
  monitor_id: null,
  ...more,
})

test("an import returns the result of each entry, and a dry run the same without writing", async () => {
  const { imported, exported } = await scene()
  const given = document(shop, { ...shop, labels: ["eu"], name: "Other" }, shop, { name: "x" })
  const plan = await imported(given, "?dry_run=true")
  expect([plan.status, plan.body]).toEqual([
    200,
    {
      dry_run: true,
      created_count: 2,
      skipped_count: 1,
      invalid_count: 1,
      failed_count: 0,
      unmatched_labels: ["eu"],
      entries: [
        entry("Shop", { outcome: "create" }),
        entry("Other", { outcome: "create", reason: "without labels that do not exist: eu" }),
        entry("Shop", {
          outcome: "skip",
          reason: "an earlier entry of the document has this name and type",
        }),
        entry("x", {
          monitor_type: null,
          outcome: "invalid",
          reason:
            "monitor_type is required and must be one of http, tcp, ping, dns, tls, heartbeat, log, trace, metric",
        }),
      ],
    },
  ])
  expect((await exported()).body).toEqual({ version: 1, monitors: [] })
  const done = await imported(given, "?dry_run=false")
  expect(done.body).toMatchObject({ dry_run: false, created_count: 2, skipped_count: 1 })
})

test("an invalid document is refused with a pointer", async () => {
  const { imported } = await scene()
  const many = Array.from({ length: 1001 }, () => shop)
  const cases: [unknown, string, RegExp][] = [
    [{ version: 2, monitors: [] }, "#/version", /must be 1/],
    [{ version: 1 }, "#/monitors", /is required/],
    [{ version: 1, monitors: {} }, "#/monitors", /must be a list/],
    [{ version: 1, monitors: [], more: 1 }, "#/more", /is an unknown field/],
    [[], "#", /must be an object/],
    [document(...many), "#/monitors", /at most 1,000/],
    [document({ ...shop, name: "a\u0000" }), "#/monitors/0/name", /NUL/],
  ]
  for (const [body, pointer, detail] of cases) {
    const answer = await imported(body)
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        code: "validation_failed",
        errors: [{ pointer, detail: expect.stringMatching(detail) }],
      }),
    ])
  }
})

const padded = (bytes: number) => {
  const empty = JSON.stringify(document({ ...shop, padding: "" }))
  return JSON.stringify(document({ ...shop, padding: "x".repeat(bytes - empty.length) }))
}

test("a body of almost 5 MiB is accepted, a larger one is refused", async () => {
  const { imported } = await scene()
  const limit = 5 * 2 ** 20
  const read = await imported(padded(limit))
  expect([read.status, read.body]).toEqual([200, expect.objectContaining({ invalid_count: 1 })])
  expect((await imported(padded(limit + 1))).status).toBe(413)
})

test("dry_run must be true or false", async () => {
  const { imported } = await scene()
  const answer = await imported(document(), "?dry_run=yes")
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({
      errors: [{ parameter: "dry_run", detail: "must be true or false" }],
    }),
  ])
})

test("an export needs monitors:read, an import monitors:write and the Pro plan", async () => {
  const { projectId } = await scene()
  const free = await scene("free")
  const reader = await makeKey(api.world, projectId, ["monitors:read"])
  const other = await makeKey(api.world, projectId, ["usage:read"])
  const code = async (authorization: string, method: string, path: string) => {
    const body = method === "POST" ? document(shop) : undefined
    const answer = await call(api, authorization, method, path, { body })
    return [answer.status, (answer.body as { code?: string }).code]
  }
  expect(await code(other.authorization, "GET", "/v1/monitors/export")).toEqual([
    403,
    "insufficient_scope",
  ])
  expect(await code(reader.authorization, "POST", "/v1/monitors/import")).toEqual([
    403,
    "insufficient_scope",
  ])
  expect(await code(free.authorization, "POST", "/v1/monitors/import")).toEqual([
    403,
    "plan_required",
  ])
})
