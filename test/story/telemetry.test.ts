import { readFindings } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { fork, type ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { MonitorKind } from "../../prisma/generated/enums.ts"
import { startNotify } from "../../src/notify/main.ts"
import { writeDropped } from "../../src/telemetry/store/disk.ts"
import { startSnapshots } from "../../src/jobs/telemetry/snapshot-incidents.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { startProbe } from "../../src/probe/main.ts"
import { soon } from "../support/soon.ts"
import { logRequest, nanoseconds } from "../support/otlp.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "../web/browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const telemetry = useTelemetry()
Object.assign(telemetry.env, { PORT: port, BASE_URL: base, CHECK_TRACE_PERCENT: 100 })
const { api } = telemetry

/** The monitors on telemetry evaluate windows of this length. */
const windowMs = 60_000
const marginMs = 5000
const pauses = Array.from({ length: 40 }, () => 1)

const held: { visitor?: Visitor; projectId?: string; token?: string } = {}
const stops: (() => Promise<void>)[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  const { services, system } = api.world
  const visitor = await browser.visit(base)
  await signUp(visitor, "ada@example.test", "Acme")
  const { id: projectId } = await services.database.prisma.project.findFirstOrThrow()
  const { token } = await createKey(system, { projectId, class: "ingestion", name: "sender" })
  Object.assign(held, { visitor, projectId, token })
  stops.push((await startProbe(services)).stop)
  stops.push((await startNotify(services)).stop)
  stops.push(startSnapshots(services, { everyMs: 300, firstSeconds: 2, pauses }).stop)
})

afterAll(async () => {
  for (const child of children) child.disconnect()
  for (const stop of stops) await stop()
})

/** A service with the official SDK; returns its URL. */
async function startService(
  name: string,
  encoding: "protobuf" | "json",
  upstream?: string,
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, "instrumented.ts"), {
    env: {
      PATH: process.env["PATH"],
      OTEL_SERVICE_NAME: name,
      OTEL_RESOURCE_ATTRIBUTES: "service.version=1.4.0",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${base}/api/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-svc-ingestion-key=${held.token}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: `http/${encoding}`,
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_LOGS_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_BSP_SCHEDULE_DELAY: "200",
      OTEL_BLRP_SCHEDULE_DELAY: "200",
      ...(upstream === undefined ? {} : { UPSTREAM: upstream }),
    },
  })
  children.push(child)
  const [message] = await once(child, "message")
  return { url: `http://127.0.0.1:${(message as { port: number }).port}/pay`, child }
}

/** A span of an earlier version. */
const oldSpan = (service: string, version: string, atMs: number) => ({
  resourceSpans: [
    {
      resource: {
        attributes: Object.entries({ "service.name": service, "service.version": version }).map(
          ([key, text]) => ({ key, value: { stringValue: text } }),
        ),
      },
      scopeSpans: [
        {
          spans: [
            {
              traceId: "a".repeat(32),
              spanId: "b".repeat(16),
              name: "GET /pay",
              kind: 2,
              startTimeUnixNano: nanoseconds(atMs),
              endTimeUnixNano: nanoseconds(atMs + 5),
            },
          ],
        },
      ],
    },
  ],
})

const gauge = (name: string, value: number) => ({
  resourceMetrics: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "checkout" } }] },
      scopeMetrics: [
        {
          metrics: [
            {
              name,
              gauge: { dataPoints: [{ timeUnixNano: nanoseconds(Date.now()), asDouble: value }] },
            },
          ],
        },
      ],
    },
  ],
})

const errorLog = () => {
  const request = logRequest(["card refused"], "checkout")
  for (const { scopeLogs } of request.resourceLogs) {
    for (const { logRecords } of scopeLogs) {
      for (const record of logRecords) record.severityNumber = 17
    }
  }
  return request
}

const spansOf = (count: number, code: number) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "checkout" } }] },
      scopeSpans: [
        {
          spans: Array.from({ length: count }, (_, at) => ({
            traceId: randomBytes(16).toString("hex"),
            spanId: randomBytes(8).toString("hex"),
            name: `POST /checkout/${at}`,
            kind: 2,
            startTimeUnixNano: nanoseconds(Date.now()),
            endTimeUnixNano: nanoseconds(Date.now() + 5),
            status: { code },
          })),
        },
      ],
    },
  ],
})

async function send(signal: string, body: object): Promise<void> {
  const key = { "x-svc-ingestion-key": held.token ?? "" }
  expect((await telemetry.send(signal, body, key)).status).toBe(200)
}

/**
 * Sends telemetry and requests checks until all monitors on it have a status. Sends again once their windows of a
 * minute have passed: for a minute after the store did not answer in time, evaluations are skipped.
 */
async function expectStatus(status: string, sendAll: () => Promise<void>): Promise<void> {
  const { prisma } = api.world.services.database
  const where = { kind: { in: ["log", "trace", "metric"] as MonitorKind[] } }
  let sentMs = Number.NEGATIVE_INFINITY
  const read = async () => {
    if (performance.now() - sentMs > windowMs + marginMs) {
      await sendAll()
      sentMs = performance.now()
    }
    const monitors = await prisma.monitor.findMany({
      where,
      include: { state: true },
      orderBy: { id: "asc" },
    })
    for (const { id, state } of monitors) {
      if (state?.status !== status) await requestCheck(api.world.system, id)
    }
    return monitors.map(({ kind, state }) => [kind, state?.status])
  }
  await expect.poll(read, { interval: 1500 }).toEqual([
    ["log", status],
    ["trace", status],
    ["metric", status],
  ])
}

const said = (stored: unknown): string => say(readFindings(stored))

test("a log, a trace and a metric monitor break and page", async () => {
  const { services, system } = api.world
  const { projectId = "", visitor } = held
  if (visitor === undefined) throw new Error("the visitor signs up in beforeAll")
  const { page } = visitor
  const shared = { projectId, failureThreshold: 1 }
  const bounds = { minutes: 1, comparison: "above" } as const

  await page.goto(`/projects/${projectId}/monitors/new`)
  await page.getByRole("radio", { name: /^Logs/ }).check()
  const query = page.getByRole("combobox", { name: /^Query, such as/ })
  await query.fill("service:checkout level>=eror")
  await page.getByLabel("Name").fill("Payment errors")
  await page.getByLabel("In (minutes)").fill("1")
  await page.getByText("More settings").click()
  await page.getByLabel("Failed checks before offline").fill("1")
  await page.getByRole("button", { name: "Add monitor" }).click()
  await page.getByText(/Level must be trace, debug, info, warn, error or fatal/).waitFor()
  await expectAccessible(visitor, "the form of a log monitor")
  await query.fill("service:checkout level>=error")
  await page.getByRole("button", { name: "Add monitor" }).click()
  await page.getByRole("heading", { name: "Payment errors", exact: true }).waitFor()
  await page.getByText("Number of log records: fails if above 0 within 1 min.").waitFor()
  await createMonitor(system, {
    ...shared,
    kind: "trace",
    name: "Checkout errors",
    telemetry: { ...bounds, query: "service:checkout", measure: "error_percent", threshold: 50 },
  })
  await createMonitor(system, {
    ...shared,
    kind: "metric",
    name: "Queue",
    telemetry: {
      ...bounds,
      measure: "sum",
      metric: "queue.length",
      instrument: "gauge",
      by: "service",
      threshold: 100,
    },
  })
  // Without data in the window, an evaluation is skipped and says so.
  const readSkipped = async () => {
    const skipped = await services.database.pool.query<{ findings: unknown }>(
      "select findings from check_result where failure_class = 'no_data' limit 1",
    )
    return said(skipped.rows[0]?.findings)
  }
  await expect.poll(readSkipped).toMatch(/^Skipped: no data .*in the last 1 min\.$/)
  await expectStatus("offline", async () => {
    await send("logs", errorLog())
    await send("traces", spansOf(1, 2))
    await send("metrics", gauge("queue.length", 500))
  })

  const stored = await services.database.pool.query<{
    kind: string
    reason: unknown
    measured: unknown
    rows: number
  }>(
    `select m.kind, c.findings as reason, c.detail->'measured'->'findings' as measured, (c.detail->>'rows')::int as rows
       from monitor m join check_result c on c.monitor_seq = m.seq
      where c.status = 'offline' order by m.kind, c.started_at`,
  )
  const rows = stored.rows.map((row) => ({
    ...row,
    reason: said(row.reason),
    measured: said(row.measured),
  }))
  expect(rows).toEqual(
    expect.arrayContaining([
      {
        kind: "log",
        reason: "Got 1 log record in 1 min, expected at most 0.",
        measured: expect.stringMatching(
          /^Got 1 log record in 1 min, expected at most 0\./,
        ) as string,
        rows: 1,
      },
      {
        kind: "trace",
        reason: "Got more than 50% errors in 1 min, expected at most 50.",
        measured: "Got 100% errors in 1 min, expected at most 50.",
        rows: 1,
      },
      {
        kind: "metric",
        reason: "Got more than 100 (sum) of queue.length in 1 min, expected at most 100.",
        measured: "Got 500 (sum) of queue.length for checkout in 1 min, expected at most 100.",
        rows: 1,
      },
    ]),
  )
  const countPaged = async () => {
    const paged = await services.database.prisma.page.findMany({ select: { alert: true } })
    return new Set(paged.map(({ alert }) => alert.monitorId)).size
  }
  await expect.poll(countPaged).toBe(3)
})

test("an outage of an instrumented target, from the failed check to the waterfall on its incident", async () => {
  const { services, system } = api.world
  const { projectId = "", visitor } = held
  if (visitor === undefined) throw new Error("the visitor signs up in beforeAll")
  const { page } = visitor
  const payments = await startService("payments", "json")
  const shop = await startService("shop", "protobuf", payments.url)
  const monitor = await createMonitor(system, {
    projectId,
    kind: "http",
    name: "Shop",
    url: shop.url,
    failureThreshold: 1,
  })

  // An hour ago it ran another version.
  const hourAgoMs = Date.now() - 3_600_000
  const { resourceLogs } = logRequest(["answered 200"], "payments", hourAgoMs)
  const past = { "x-svc-ingestion-key": held.token ?? "" }
  expect((await telemetry.send("logs", { resourceLogs }, past)).status).toBe(200)
  const before = await telemetry.send("traces", oldSpan("payments", "1.3.9", hourAgoMs), past)
  expect(before.status).toBe(200)

  // A good check, whose spans of both encodings make one trace.
  const readSpans = (traceId: string) =>
    telemetry.store.query<{ service: string; state: string }>(
      "SELECT DISTINCT ServiceName AS service, TraceState AS state FROM otel_traces WHERE ProjectId = {project:UUID} AND TraceId = {trace:String} ORDER BY service",
      { project: projectId, trace: traceId },
    )
  const readTraceId = async (isFailed: boolean) => {
    const { rows } = await services.database.pool.query<{ id: string }>(
      `select replace(trace_id::text, '-', '') as id from check_result
        where monitor_seq = $1 and (failure_class is not null) = $2 and trace_id is not null
        order by started_at limit 1`,
      [monitor.seq, isFailed],
    )
    return rows[0]?.id ?? ""
  }
  await soon(() => readTraceId(false)).toMatch(/^[0-9a-f]{32}$/)
  const good = await readTraceId(false)
  await stored(() => readSpans(good)).toEqual([
    { service: "payments", state: `wk=${monitor.id}` },
    { service: "shop", state: `wk=${monitor.id}` },
  ])

  // What a project sends is counted a moment later; the incident of one that sends nothing has no telemetry.
  await stored(() =>
    services.database.prisma.telemetryUsage.count({ where: { projectId } }),
  ).toBeGreaterThan(0)
  payments.child.send("break")
  await once(payments.child, "message")
  await requestCheck(system, monitor.id)
  await page.goto(`/projects/${projectId}/incidents`)
  await page.getByRole("link", { name: /Shop/ }).first().click()
  await page.getByRole("heading", { name: "What the target saw" }).waitFor()
  await page.getByText("payments · SELECT ledger failed: deadlock found.").waitFor()
  const failed = await readTraceId(true)

  const spans = page.getByRole("list", { name: "Spans of the failed check and the last good one" })
  expect(await spans.getByRole("listitem").count()).toBe(4)
  const cause = spans.getByRole("listitem").filter({ hasText: "Differs most" })
  expect(await cause.textContent()).toContain("SELECT ledger payments")
  await page
    .getByRole("list", { name: "Logs of the failed check" })
    .getByText("answered 503")
    .first()
    .waitFor()
  const changed = page.getByRole("listitem").filter({ hasText: "New log message" })
  await page.getByText("1.3.9 → 1.4.0").waitFor()
  await changed.filter({ hasText: "ledger is locked by transaction" }).waitFor()
  await page.getByRole("listitem").filter({ hasText: "First error" }).first().waitFor()
  await expectAccessible(visitor, "an incident with telemetry")

  // The post-mortem, which is published, starts with its link; the picture stays when the telemetry itself is gone.
  await page.getByRole("button", { name: "Write post-mortem" }).click()
  await page.getByRole("button", { name: "Start from the timeline" }).click()
  const note = page.getByRole("textbox", { name: "What happened, why, and what will change" })
  await soon(() => note.inputValue()).toContain("[Traces, logs and changes](")
  expect(await note.inputValue()).not.toContain("deadlock found")
  await telemetry.store.deleteRows("ProjectId = {project:UUID}", { project: projectId })
  await stored(() => readSpans(failed)).toEqual([])
  await page.reload()
  await page.getByText("payments · SELECT ledger failed: deadlock found.").waitFor()

  // The check itself leads to its trace.
  const { body } = await api.post(
    {
      query: `{ monitor(id: "${monitor.id}") { checks(first: 5) { edges { node { traceId } } } } }`,
    },
    { cookie: await cookieOf(visitor), origin: base },
  )
  expect(JSON.stringify(body)).toContain(failed)
  expect(visitor.faults).toEqual([])
})

async function cookieOf({ page }: Visitor): Promise<string> {
  const cookies = await page.context().cookies()
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
}

test("the monitors on telemetry mend", async () => {
  const { prisma } = api.world.services.database
  await expectStatus("operational", async () => {
    await send("traces", spansOf(9, 0))
    await send("metrics", gauge("queue.length", 5))
  })
  const open = await prisma.incident.findMany({
    where: { resolvedAt: null, monitor: { kind: { in: ["log", "trace", "metric"] } } },
  })
  expect(open).toEqual([])
})

test("ingestion, rules and usage have pages", async () => {
  const { projectId = "", visitor } = held
  if (visitor === undefined) throw new Error("the visitor signs up in beforeAll")
  const { page } = visitor
  await send("logs", errorLog())
  await writeDropped(telemetry.env.DATA_DIR, { before: "2026-11-20", at: new Date().toISOString() })
  await page.goto(`/projects/${projectId}/services/ingestion`)
  await page.getByText("telemetry before 2026-11-20 (UTC) was deleted early").waitFor()
  await page.getByRole("region", { name: "Requests" }).getByText("sender").first().waitFor()
  await page.getByRole("region", { name: "By day (UTC), table" }).getByText("metrics").waitFor()
  await page.getByRole("heading", { name: "Volume by service" }).waitFor()
  await expectAccessible(visitor, "ingestion")

  await page.getByRole("link", { name: "Rules" }).click()
  await page.getByText("Everything is kept").waitFor()
  await page.getByRole("button", { name: "New rule" }).click()
  await page.getByLabel("Name").fill("Debug logs")
  await page.getByRole("button", { name: "Create rule" }).click()
  await page.getByText("needs at least one condition").first().waitFor()
  await page.getByLabel("Service").fill("checkout*")
  await page.getByLabel("Level").selectOption("9")
  await page
    .getByRole("region", { name: "Preview" })
    .getByText(/of \d+ records/)
    .waitFor()
  await expectAccessible(visitor, "a new rule")
  await page.getByRole("button", { name: "Create rule" }).click()
  await page.getByText("Drops log records of checkout* below info; errors are kept.").waitFor()
  await page.getByRole("button", { name: "Delete the rule Debug logs" }).click()
  await page.getByText("Everything is kept").waitFor()

  await page.goto(`/projects/${projectId}/settings/usage`)
  await page.getByText("Log records, spans and data points").waitFor()
  await expectAccessible(visitor, "usage with telemetry")
  expect(visitor.faults).toEqual([])
})
