import { expect, test } from "vitest"
import type { MonitorKind } from "../../prisma/generated/enums.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import type { MonitorInput } from "../../src/graphql/monitoring/monitor/write/monitor-draft.ts"
import {
  parseInterval,
  printInterval,
} from "../../src/graphql/monitoring/monitor/rules/monitor-interval.ts"
import { openHeaders } from "../../src/graphql/monitoring/monitor/rules/monitor-headers.ts"
import { readTargets } from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const plain: Record<MonitorKind, MonitorInput> = {
  http: { name: "web", url: "https://example.com/health?token=t0p" },
  tcp: { name: "db", host: "db.example.com", port: 5432 },
  ping: { name: "gate", host: "192.0.2.1" },
  dns: { name: "zone", host: "Example.COM.", dnsRecordType: "MX" },
  tls: { name: "edge", host: "bücher.example" },
  heartbeat: { name: "backup", heartbeatIntervalMinutes: 60 },
  log: { name: "errors", telemetry: { measure: "records", comparison: "above", threshold: 0 } },
  trace: {
    name: "latency",
    telemetry: { measure: "duration_p95", comparison: "above", threshold: 500 },
  },
  metric: {
    name: "queue",
    telemetry: {
      measure: "max",
      comparison: "above",
      threshold: 100,
      metric: "queue.length",
      instrument: "gauge",
    },
  },
}

const condition = {
  query: "",
  metric: null,
  instrument: null,
  by: null,
  minutes: 5,
  windows: 1,
  failing: 1,
}

const refusal = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error("was not refused", { cause: error })
  return { code: error.code, issues: error.issues }
}

test("an interval is whole minutes, hours or days from 1m to 24h and is returned as it was written", () => {
  const seconds = { "1m": 60, "5m": 300, "90m": 5400, "1h": 3600, "24h": 86_400 }
  for (const [text, value] of Object.entries(seconds)) {
    expect(parseInterval(text)).toBe(value)
    expect(printInterval(value)).toBe(text)
  }
  expect(parseInterval("1440m")).toBe(86_400)
  expect(parseInterval("1d")).toBe(86_400)
  for (const text of [
    "",
    "0m",
    "30s",
    "1.5h",
    "25h",
    "2d",
    "1441m",
    "-1m",
    "5",
    "m",
    "PT5M",
    "1M",
  ]) {
    expect(parseInterval(text)).toBeNull()
  }
})

test("each of the six kinds is created from its target alone, with defaults", async () => {
  const project = await makeProject(world)
  const made = await Promise.all(
    (Object.keys(plain) as MonitorKind[]).map((kind) =>
      createMonitor(world.system, {
        projectId: project.id,
        kind,
        ...plain[kind],
      }),
    ),
  )
  const { targets, gone } = await readTargets(world.services, { ids: made.map((one) => one.id) })
  expect(gone).toEqual([])
  const byKind = Object.fromEntries(
    targets.map(({ kind, monitorId: _id, monitorSeq: _seq, projectId: _project, ...rest }) => [
      kind,
      rest,
    ]),
  )
  const common = { intervalSeconds: 60, timeoutSeconds: 10, checkRequestedAt: expect.any(Date) }
  expect(byKind).toEqual({
    http: {
      ...common,
      name: "web",
      url: "https://example.com/health?token=t0p",
      method: "GET",
      headers: {},
      body: "",
      maxRedirects: 10,
      assertions: [],
    },
    tcp: { ...common, name: "db", host: "db.example.com", port: 5432, assertions: [] },
    ping: { ...common, name: "gate", host: "192.0.2.1", assertions: [] },
    dns: {
      ...common,
      name: "zone",
      host: "example.com",
      recordType: "MX",
      resolver: null,
      expectedValues: [],
      assertions: [],
    },
    tls: {
      ...common,
      name: "edge",
      host: "xn--bcher-kva.example",
      port: 443,
      serverName: null,
      assertions: [],
    },
    heartbeat: {
      ...common,
      checkRequestedAt: null,
      name: "backup",
      intervalMinutes: 60,
      graceMinutes: 1,
      lastPingAt: made.find((one) => one.kind === "heartbeat")?.createdAt,
      lastPingKind: null,
      lastPingText: "",
      failedPings: 0,
      failureThreshold: 1,
      isPingedPublicly: null,
    },
    log: { ...common, name: "errors", condition: { ...condition, ...plain.log.telemetry } },
    trace: { ...common, name: "latency", condition: { ...condition, ...plain.trace.telemetry } },
    metric: { ...common, name: "queue", condition: { ...condition, ...plain.metric.telemetry } },
  })
  expect(
    made.map(({ failureThreshold, recoveryThreshold, settings }) => ({
      failureThreshold,
      recoveryThreshold,
      settings,
    })),
  ).toEqual(
    made.map(({ kind }) => {
      const { telemetry } = plain[kind]
      const settings = telemetry ? { telemetry: { ...condition, ...telemetry } } : {}
      const failureThreshold = kind === "heartbeat" ? 1 : 2
      return { failureThreshold, recoveryThreshold: 1, settings }
    }),
  )
  const states = await world.services.database.prisma.monitorState.findMany({
    where: { monitorId: { in: made.map((one) => one.id) } },
  })
  expect(states.map(({ status, machine }) => ({ status, machine }))).toEqual(
    made.map(() => ({ status: "unknown", machine: {} })),
  )
})

test("a missing target and a field of another kind are refused by name", async () => {
  const { id: projectId } = await makeProject(world)
  const missing: Record<MonitorKind, string[]> = {
    http: ["#/url"],
    tcp: ["#/host", "#/port"],
    ping: ["#/host"],
    dns: ["#/host", "#/dnsRecordType"],
    tls: ["#/host"],
    heartbeat: ["#/heartbeatIntervalMinutes"],
    log: ["#/telemetry"],
    trace: ["#/telemetry"],
    metric: ["#/telemetry"],
  }
  for (const [kind, pointers] of Object.entries(missing)) {
    const attempt = createMonitor(world.system, { projectId, kind: kind as MonitorKind })
    expect(await refusal(attempt)).toEqual({
      code: "validation_failed",
      issues: ["#/name", ...pointers].map((pointer) => ({
        pointer,
        detail: `is required for ${kind} monitors`,
      })),
    })
  }
  const strange = createMonitor(world.system, {
    projectId,
    kind: "ping",
    name: "gate",
    host: "a.example",
    port: 80,
    method: "GET",
    url: null,
  })
  expect(await refusal(strange)).toEqual({
    code: "validation_failed",
    issues: ["#/port", "#/method"].map((pointer) => ({
      pointer,
      detail: "is not a field of ping monitors; they have host, assertions",
    })),
  })
})

test.each<[MonitorKind, MonitorInput, string, RegExp]>([
  ["http", { url: "ftp://example.com/" }, "#/url", /must start with http:\/\/ or https:\/\//],
  ["http", { url: "example.com" }, "#/url", /must be a complete URL/],
  ["http", { url: "https://u:p@example.com/" }, "#/url", /a header named Authorization/],
  ["http", { url: `https://example.com/${"x".repeat(2049)}` }, "#/url", /at most 2,048/],
  ["http", { headers: { "a b": "c" } }, "#/headers/a b", /must be a header name/],
  ["http", { headers: { a: "b\r\nc: d" } }, "#/headers/a", /must be one line/],
  ["http", { headers: { "Content-Length": "1" } }, "#/headers/Content-Length", /by the prober/],
  ["http", { headers: { Accept: "a", accept: "b" } }, "#/headers/accept", /given twice/],
  ["http", { assertions: [{ kind: "regex", pattern: "(a" }] }, "#/assertions/0/pattern", /RE2/],
  ["http", { assertions: [{ kind: "regex", pattern: "(?=a)" }] }, "#/assertions/0/pattern", /RE2/],
  [
    "http",
    { assertions: [{ kind: "json_path", path: "$.a[", comparison: "exists" }] },
    "#/assertions/0/path",
    /RFC 9535/,
  ],
  [
    "http",
    { assertions: [{ kind: "json_path", path: "$.a", comparison: "less_than", value: "x" }] },
    "#/assertions/0/value",
    /must be a number/,
  ],
  [
    "http",
    { assertions: [{ kind: "status", codes: "299-200" }] },
    "#/assertions/0/codes",
    /299-200/,
  ],
  [
    "ping",
    { assertions: [{ kind: "status", codes: "200" }] },
    "#/assertions/0/kind",
    /response_time/,
  ],
  ["http", { interval: "30s" }, "#/interval", /from 1m to 24h/],
  ["http", { timeoutSeconds: 61 }, "#/timeoutSeconds", /from 1 to 60/],
  ["http", { failureThreshold: 0 }, "#/failureThreshold", /from 1 to 100/],
  ["http", { failureThreshold: 1.5 }, "#/failureThreshold", /whole number/],
  ["tcp", { host: "http://a.example" }, "#/host", /without http/],
  ["tcp", { host: "a.example:80" }, "#/host", /without a port/],
  ["tcp", { host: "999.1.1.1" }, "#/host", /must be only a host name/],
  ["tcp", { host: "a b" }, "#/host", /must be only a host name/],
  ["tcp", { port: 65_536 }, "#/port", /from 1 to 65535/],
  ["dns", { resolver: "dns.example" }, "#/resolver", /9\.9\.9\.9:5353/],
  ["dns", { resolver: "[::1]:0" }, "#/resolver", /address of a name server/],
  ["heartbeat", { heartbeatGraceMinutes: -1 }, "#/heartbeatGraceMinutes", /from 0/],
  ["http", { labels: ["unheard"] }, "#/labels/0", /create it first/],
  ["http", { labels: Array.from({ length: 51 }, (_, at) => `l${at}`) }, "#/labels", /50 labels/],
  ["http", { labels: [], labelIds: [] }, "#/labelIds", /not be combined/],
  ["http", { name: "a\u0000" }, "#/name", /NUL/],
])("%s: %j is refused at %s", async (kind, change, pointer, detail) => {
  const { id: projectId } = await makeProject(world)
  const found = await refusal(
    createMonitor(world.system, { projectId, kind, ...plain[kind], ...change }),
  )
  expect(found).toEqual({
    code: "validation_failed",
    issues: [{ pointer, detail: expect.stringMatching(detail) }],
  })
  expect(await world.services.database.prisma.monitor.count({ where: { projectId } })).toBe(0)
})

test("an update changes the given fields, null restores the default, and the audit log contains no secret", async () => {
  const { id: projectId } = await makeProject(world)
  await createLabel(world.system, { projectId, name: "shop" })
  const { id } = await createMonitor(world.system, {
    projectId,
    kind: "http",
    ...plain.http,
    interval: "5m",
    method: "POST",
    body: "password=hunter2",
    headers: { Authorization: "Bearer hunter2" },
    labels: ["shop"],
  })
  const after = await updateMonitor(world.system, id, {
    url: "https://example.com/other?token=s3cret",
    interval: null,
    method: null,
    body: "password=hunter3",
    headers: { Authorization: "Bearer hunter3" },
    maxRedirects: 10,
    labels: [],
    timeoutSeconds: 20,
  })
  expect(after).toMatchObject({
    name: "web",
    url: "https://example.com/other?token=s3cret",
    intervalSeconds: 60,
    timeoutSeconds: 20,
    settings: { body: "password=hunter3" },
  })
  expect(openHeaders(after.sealedHeaders, world.services.vault)).toEqual({
    Authorization: "Bearer hunter3",
  })
  const [entry] = await world.services.database.prisma.auditEntry.findMany({
    where: { subjectId: id, action: "monitor.updated" },
  })
  expect(entry?.changes).toEqual({
    timeoutSeconds: { from: 10, to: 20 },
    url: {
      from: "https://example.com/health?[hidden]",
      to: "https://example.com/other?[hidden]",
    },
    interval: { from: "5m", to: "1m" },
    method: { from: "POST", to: null },
    body: { from: "[hidden]", to: "[hidden]" },
    headers: { from: "[hidden]", to: "[hidden]" },
    labelIds: { from: [expect.any(String)], to: [] },
  })
})

test("an update with the same values changes and logs nothing", async () => {
  const { id: projectId } = await makeProject(world)
  const headers = { "X-Key": "k" }
  const made = await createMonitor(world.system, {
    projectId,
    kind: "http",
    ...plain.http,
    headers,
  })
  const after = await updateMonitor(world.system, made.id, { ...plain.http, headers })
  expect(after).toEqual(made)
  const where = { subjectId: made.id }
  const entries = await world.services.database.prisma.auditEntry.findMany({ where })
  expect(entries.map((entry) => entry.action)).toEqual(["monitor.created"])
})

test("a required field cannot be cleared", async () => {
  const { id: projectId } = await makeProject(world)
  const { id } = await createMonitor(world.system, { projectId, kind: "tcp", ...plain.tcp })
  expect(await refusal(updateMonitor(world.system, id, { port: null, name: null }))).toEqual({
    code: "validation_failed",
    issues: [
      { pointer: "#/name", detail: "is required for tcp monitors" },
      { pointer: "#/port", detail: "is required for tcp monitors" },
    ],
  })
})
