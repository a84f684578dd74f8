import { readdir, readFile } from "node:fs/promises"
import { constants, getPriority } from "node:os"
import { expect, test } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import { cleanStore } from "../../src/jobs/telemetry/clean-store.ts"
import { ask } from "../support/ask.ts"
import { soon } from "../support/soon.ts"
import { logRequest, nanoseconds } from "../support/otlp.ts"
import { useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
telemetry.env.TELEMETRY_DAILY_LIMIT = { mib: null, records: 100 }
const system = { kind: "system", name: "test" } as const
const key = (token: string) => ({ "x-svc-ingestion-key": token })
const dayMs = 86_400_000

async function read<T>(document: string, variables: Record<string, unknown>): Promise<T> {
  const { data, errors } = await ask(telemetry.api.world, system, document, variables)
  expect(errors).toEqual([])
  return data as T
}

test("a project that has sent its records of the day gets 429 until midnight, and sees it in its usage", async () => {
  const { projectId, token } = await telemetry.makeSender()
  const other = await telemetry.makeSender()
  const bodies = Array.from({ length: 100 }, (_, at) => `record ${at}`)
  expect((await telemetry.send("logs", logRequest(bodies), key(token))).status).toBe(200)
  const refused = await telemetry.send("traces", {}, key(token))
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get("retry-after"))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect(await refused.json()).toEqual({
    code: 8,
    message: expect.stringMatching(/its 100 telemetry records for today/),
  })
  expect((await telemetry.send("logs", logRequest(["other"]), key(other.token))).status).toBe(200)
  type Usage = { project: { usage: { telemetry: { records: object; bytes: { used: number } } } } }
  const usage = async () => {
    const { project } = await read<Usage>(
      "query ($id: ID!) { project(id: $id) { usage { telemetry { records { used limit } bytes { used limit } } } } }",
      { id: projectId },
    )
    return project.usage.telemetry
  }
  await soon(usage).toMatchObject({ records: { used: 100, limit: 100 }, bytes: { limit: null } })
  expect((await usage()).bytes.used).toBeGreaterThan(5000)
})

const low = constants.priority.PRIORITY_BELOW_NORMAL

test.runIf(process.platform === "linux" && getPriority(process.pid) < low)(
  "the process that decodes goes after those who wait for a page",
  async () => {
    const { token } = await telemetry.makeSender()
    expect((await telemetry.send("logs", logRequest(["one"]), key(token))).status).toBe(200)
    const priorities = new Map<string, number>()
    for (const thread of await readdir("/proc/self/task")) {
      const children = await readFile(`/proc/self/task/${thread}/children`, "utf8")
      for (const pid of children.split(" ").filter(Boolean)) {
        const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
        if (words.includes("ingest-process")) priorities.set(pid, getPriority(Number(pid)))
      }
    }
    expect([...priorities.values()]).toEqual([low])
    expect(getPriority(process.pid)).toBeLessThan(low)
  },
)

test("the doctor shows the last requests of each key with the reason, volume, clocks, unnamed services and attributes", async () => {
  const { projectId, token } = await telemetry.makeSender()
  const { world } = telemetry.api
  const old = await createKey(world.system, { projectId, class: "ingestion", name: "old" })
  await revokeKey(world.system, old.key.id)
  const now = Date.now()
  const named = logRequest(["a", "b"], "cart", now + 60_000)
  const unnamed = {
    resourceLogs: [
      {
        scopeLogs: [
          {
            logRecords: ["x", "y"].map((text) => ({
              timeUnixNano: nanoseconds(now),
              attributes: [{ key: "request.id", value: { stringValue: text } }],
            })),
          },
        ],
      },
    ],
  }
  expect((await telemetry.send("logs", named, key(token))).status).toBe(200)
  expect((await telemetry.send("logs", unnamed, key(token))).status).toBe(200)
  expect((await telemetry.send("logs", "{", key(token))).status).toBe(400)
  expect((await telemetry.send("metrics", {}, key(old.token))).status).toBe(401)
  const tooOld = logRequest(["gone"], "cart", now - 40 * dayMs)
  expect((await telemetry.send("logs", tooOld, key(token))).status).toBe(200)
  const range = {
    id: projectId,
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now + 3_600_000).toISOString(),
  }
  type Doctor = {
    project: {
      telemetryDoctor: {
        attempts: object[]
        days: object[]
        services: object[]
        attributes: object[]
      }
    }
  }
  const doctor = async () => {
    const { project } = await read<Doctor>(
      `query ($id: ID!, $from: DateTime!, $to: DateTime!) { project(id: $id) { telemetryDoctor {
        attempts { keyName signal status requests records rejected message }
        days { signal requests refused records rejected }
        services(from: $from, to: $to) { service isNamed records aheadSeconds }
        attributes(from: $from, to: $to) { name values }
      } } }`,
      range,
    )
    return project.telemetryDoctor
  }
  type Attempt = { status: number; requests: number; records: number; message: string | null }
  // Requests of one kind are one attempt, unless seconds lie between them.
  const sums = async (of: "requests" | "records") => {
    const { attempts } = await doctor()
    const found: Record<string, number> = {}
    for (const one of attempts as Attempt[]) {
      const key = `${one.status} ${one.message ?? ""}`.trim()
      found[key] = (found[key] ?? 0) + one[of]
    }
    return found
  }
  const tooOldMessage = "200 1 record is older than the 30 days that are kept."
  await soon(() => sums("requests")).toEqual({
    "200": 2,
    "400 The body is not JSON.": 1,
    "401 This API key was revoked. Create a new one.": 1,
    [tooOldMessage]: 1,
  })
  expect(await sums("records")).toMatchObject({ "200": 4, [tooOldMessage]: 0 })
  await soon(async () => (await doctor()).services).toHaveLength(2)
  const { attempts, days, services, attributes } = await doctor()
  expect(attempts).toContainEqual(
    expect.objectContaining({ keyName: "old", signal: "METRICS", status: 401 }),
  )
  expect(days).toEqual([
    { signal: "LOGS", requests: 3, refused: 1, records: 4, rejected: 1 },
    { signal: "METRICS", requests: 0, refused: 1, records: 0, rejected: 0 },
  ])
  expect(services).toEqual([
    { service: "cart", isNamed: true, records: 2, aheadSeconds: expect.any(Number) },
    { service: "unknown_service", isNamed: false, records: 2, aheadSeconds: 0 },
  ])
  expect((services[0] as { aheadSeconds: number }).aheadSeconds).toBeGreaterThan(20)
  expect(attributes).toEqual([{ name: "request.id", values: 2 }])
})

const createRule = `mutation ($project: ID!, $signal: TelemetrySignal!, $keep: Int!, $service: String, $below: Int, $attribute: String, $value: String) {
  createTelemetryRule(projectId: $project, name: "noise", signal: $signal, keepPercent: $keep, service: $service,
    severityBelow: $below, attribute: $attribute, attributeValue: $value) { id keepErrors } }`

const record = (severityNumber: number, text: string, at = Date.now()) => ({
  timeUnixNano: nanoseconds(at),
  severityNumber,
  body: { stringValue: text },
})
const traceId = (at: number) => at.toString(16).padStart(32, "0")

test("rules drop and sample what arrives, keep errors and whole traces, and are previewed on yesterday's data", async () => {
  const { projectId, token } = await telemetry.makeSender()
  await read(createRule, { project: projectId, signal: "LOGS", keep: 0, service: "ca*", below: 9 })
  await read(createRule, {
    project: projectId,
    signal: "TRACES",
    keep: 50,
    attribute: "http.route",
    value: "/health",
  })
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "cart" } }] }
  const logs = (logRecords: object[]) => ({
    resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }],
  })
  const now = [record(5, "debug"), record(9, "info"), record(17, "error"), record(0, "unknown")]
  expect((await telemetry.send("logs", logs(now), key(token))).status).toBe(200)
  const spans = Array.from({ length: 40 }, (_, at) => ({
    traceId: traceId(1 + Math.trunc(at / 2)),
    spanId: (at + 1).toString(16).padStart(16, "0"),
    startTimeUnixNano: nanoseconds(Date.now()),
    endTimeUnixNano: nanoseconds(Date.now() + 1),
    name: "GET /health",
    status: { code: at === 39 ? 2 : 0 },
    attributes: [{ key: "http.route", value: { stringValue: "/health" } }],
  }))
  const traces = { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }
  expect((await telemetry.send("traces", traces, key(token))).status).toBe(200)
  const stored = (sql: string) =>
    telemetry.store.query(`${sql} WHERE ProjectId = {project:UUID} ORDER BY 1`, {
      project: projectId,
    })
  await soon(() => stored("SELECT Body FROM otel_logs")).toEqual([
    { Body: "error" },
    { Body: "info" },
    { Body: "unknown" },
  ])
  const kept = await stored("SELECT DISTINCT TraceId FROM otel_traces")
  await soon(() =>
    stored("SELECT toUInt32(countIf(StatusCode = 'Error')) AS errors FROM otel_traces"),
  ).toEqual([{ errors: 1 }])
  expect(kept.length).toBeLessThan(20)

  const yesterday = new Date(Date.now() - dayMs).setUTCHours(12, 0, 0, 0)
  const past = [10, 11, 18].map((severity) => record(severity, "past", yesterday))
  expect((await telemetry.send("logs", logs(past), key(token))).status).toBe(200)
  type Preview = { project: { previewTelemetryRule: object } }
  await soon(async () => {
    const { project } = await read<Preview>(
      `query ($id: ID!) { project(id: $id) { previewTelemetryRule(signal: LOGS, keepPercent: 50, service: "cart", bodyContains: "PAST") {
        records matched dropped services { service matched } } } }`,
      { id: projectId },
    )
    return project.previewTelemetryRule
  }).toEqual({ records: 3, matched: 2, dropped: 1, services: [{ service: "cart", matched: 2 }] })

  const { errors } = await ask(telemetry.api.world, system, createRule, {
    project: projectId,
    signal: "METRICS",
    keep: 10,
    service: "cart",
  })
  expect(errors[0]?.message).toMatch(/keepPercent must be 0 for metrics/)
})

test("telemetry of a deleted project is deleted, rollups included, and of no other", async () => {
  const gone = await telemetry.makeSender()
  const stays = await telemetry.makeSender()
  const projects = [gone.projectId, stays.projectId]
  for (const { token } of [gone, stays]) {
    expect((await telemetry.send("logs", logRequest(["hello"]), key(token))).status).toBe(200)
  }
  const rows = (table: string) =>
    telemetry.store.query(
      `SELECT DISTINCT toString(ProjectId) AS id FROM ${table} WHERE has({projects:Array(UUID)}, ProjectId)`,
      { projects },
    )
  await soon(() => rows("otel_logs")).toHaveLength(2)
  const { world } = telemetry.api
  const { name } = await world.services.database.prisma.project.findUniqueOrThrow({
    where: { id: gone.projectId },
  })
  await deleteProject(world.system, { id: gone.projectId, name })
  await cleanStore(world.services, telemetry.store)
  for (const table of ["otel_logs", "wk_log_1m"]) {
    await soon(() => rows(table)).toEqual([{ id: stays.projectId }])
  }
  // What was on its way is deleted later, too.
  expect(await world.services.database.prisma.telemetryDeletion.count()).toBe(1)
})
