import { expect, test } from "vitest"
import { parseQuery } from "../../src/telemetry/query/language/parse-query.ts"
import { QueryFault } from "../../src/telemetry/query/language/query-term.ts"
import { ask, keyActor } from "../support/ask.ts"
import { soon } from "../support/soon.ts"
import { nanoseconds } from "../support/otlp.ts"
import { useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
const hourMs = 3_600_000
const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } })
const resource = (service: string) => ({ attributes: [attribute("service.name", service)] })

const logsOf = `query ($id: ID!, $query: String!, $from: DateTime!, $to: DateTime!, $after: String) {
  project(id: $id) {
    logs(query: $query, from: $from, to: $to, first: 2, after: $after) {
      nextCursor records { body service severity attributes }
    }
    logVolume(query: $query, from: $from, to: $to) { severity records }
  }
}`

type Logs = {
  project: {
    logs: { nextCursor: string | null; records: { body: string }[] }
    logVolume: { severity: string; records: number }[]
  }
}

/** A project with a few log records, newest first, and ways to read them. */
async function openLogs() {
  const { projectId, token } = await telemetry.makeSender()
  const now = Date.now()
  const window = {
    from: new Date(now - hourMs).toISOString(),
    to: new Date(now + 1000).toISOString(),
  }
  const record = (agoMs: number, severityNumber: number, body: string, route: string) => ({
    timeUnixNano: nanoseconds(now - agoMs),
    severityNumber,
    body: { stringValue: body },
    attributes: [attribute("http.route", route), attribute("took", String(agoMs))],
  })
  const request = {
    resourceLogs: [
      {
        resource: resource("cart"),
        scopeLogs: [
          {
            logRecords: [
              record(100, 17, "Connection reset by peer", "/pay"),
              record(200, 13, "retrying the connection, reset soon", "/pay"),
              record(300, 9, "it's 100% \\ done'; DROP TABLE otel_logs --", "/done"),
              record(300, 9, "same moment", "/health"),
            ],
          },
        ],
      },
      {
        resource: resource("mail"),
        scopeLogs: [{ logRecords: [record(400, 9, "sent to customer", "/send")] }],
      },
    ],
  }
  const headers = { "x-svc-ingestion-key": token }
  expect((await telemetry.send("logs", request, headers)).status).toBe(200)
  const { world } = telemetry.api
  const read = async (query: string, after: string | null = null) => {
    const variables = { id: projectId, query, after, ...window }
    return ask(world, { kind: "system", name: "test" }, logsOf, variables)
  }
  const find = async (query: string): Promise<string[]> => {
    const { data } = await read(query)
    return (data as Logs | null)?.project.logs.records.map(({ body }) => body) ?? []
  }
  await soon(() => find("sent")).toHaveLength(1)
  return { projectId, read, find, window }
}

test("finds log records by words, phrases, fields, levels and attributes, and binds every value", async () => {
  const { find } = await openLogs()
  const cases: [string, string[]][] = [
    ['"connection reset"', ["Connection reset by peer"]],
    ["connection reset", ["Connection reset by peer", "retrying the connection, reset soon"]],
    ["level>=warn", ["Connection reset by peer", "retrying the connection, reset soon"]],
    ["level:error", ["Connection reset by peer"]],
    ["service:mail", ["sent to customer"]],
    ["service:ma*", ["sent to customer"]],
    ["http.route:/health", ["same moment"]],
    ["connection -level:error", ["retrying the connection, reset soon"]],
    [
      "service:mail OR (level:error http.route:/pay)",
      ["Connection reset by peer", "sent to customer"],
    ],
    ["took>350", ["sent to customer"]],
    ["NOT service:cart", ["sent to customer"]],
    ["custom*", ["sent to customer"]],
    [`"it's 100% \\\\ done'; DROP"`, ["it's 100% \\ done'; DROP TABLE otel_logs --"]],
    ["http.route!=/pay service:cart took<250", []],
    ["service:'||1", []],
  ]
  for (const [query, bodies] of cases) expect([query, await find(query)]).toEqual([query, bodies])
})

test("paginates records of one moment without losing or repeating one, and counts them", async () => {
  const { read } = await openLogs()
  const seen: string[] = []
  let after: string | null = null
  do {
    const { data } = await read("", after)
    const { records, nextCursor } = (data as Logs).project.logs
    seen.push(...records.map(({ body }) => body))
    after = nextCursor
  } while (after !== null)
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
  const { data } = await read("")
  const { logVolume } = (data as Logs).project
  const total = (severity: string) =>
    logVolume.reduce((sum, one) => sum + (one.severity === severity ? one.records : 0), 0)
  expect([total("INFO"), total("WARN"), total("ERROR")]).toEqual([3, 1, 1])
})

test("reports an invalid query, time or cursor, and shows nobody else's records", async () => {
  const { read, projectId, window } = await openLogs()
  for (const [query, says] of [
    ['"open', /not closed/],
    ["level:loud", /must be trace/],
    ["(a", /parenthesis/],
    ["service:", /value must follow/],
  ] as const) {
    const { errors } = await read(query)
    expect(errors[0]).toMatchObject({
      code: "validation_failed",
      message: expect.stringMatching(says),
    })
  }
  expect((await read("", "nonsense")).errors[0]?.message).toMatch(/cursor/)
  const { world } = telemetry.api
  const variables = { id: projectId, query: "", ...window }
  const byKey = keyActor(projectId, projectId, ["monitors:read"])
  const { errors } = await ask(world, byKey, logsOf, variables)
  expect(errors[0]?.code).toBe("insufficient_scope")
  const other = await telemetry.makeSender()
  const foreign = { ...variables, id: other.projectId }
  const { data } = await ask(world, { kind: "system", name: "test" }, logsOf, foreign)
  expect((data as Logs).project.logs.records).toEqual([])
})

test("reads a trace once per span, and services with their rate, errors and durations", async () => {
  const { projectId, token } = await telemetry.makeSender()
  const now = Date.now()
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  const span = (
    spanId: string,
    parentSpanId: string,
    kind: number,
    durationMs: number,
    code = 0,
  ) => ({
    traceId,
    spanId,
    parentSpanId,
    kind,
    name: `span ${spanId.slice(-1)}`,
    startTimeUnixNano: nanoseconds(now - 1000 + Number(spanId.slice(-1))),
    endTimeUnixNano: nanoseconds(now - 1000 + Number(spanId.slice(-1)) + durationMs),
    status: { code },
  })
  const ids = ["00f067aa0ba902b1", "00f067aa0ba902b2", "00f067aa0ba902b3"]
  const request = {
    resourceSpans: [
      {
        resource: resource("shop"),
        scopeSpans: [
          { spans: [span(ids[0] ?? "", "", 2, 100), span(ids[1] ?? "", ids[0] ?? "", 3, 50)] },
        ],
      },
      {
        resource: resource("stock"),
        scopeSpans: [{ spans: [span(ids[2] ?? "", ids[1] ?? "", 2, 40, 2)] }],
      },
    ],
  }
  for (let time = 0; time < 2; time += 1) {
    const response = await telemetry.send("traces", request, { "x-svc-ingestion-key": token })
    expect(response.status).toBe(200)
  }
  const query = `query ($id: ID!, $trace: String!, $from: DateTime!, $to: DateTime!) {
    project(id: $id) {
      trace(traceId: $trace) { spanId parentSpanId service kind status durationMs }
      services(from: $from, to: $to) { name calls errors p50Ms }
    }
  }`
  const variables = {
    id: projectId,
    trace: traceId.toUpperCase(),
    from: new Date(now - hourMs).toISOString(),
    to: new Date(now + 60_000).toISOString(),
  }
  await soon(async () => {
    const { data } = await ask(
      telemetry.api.world,
      { kind: "system", name: "test" },
      query,
      variables,
    )
    return data
  }).toEqual({
    project: {
      trace: [
        {
          spanId: ids[0],
          parentSpanId: "",
          service: "shop",
          kind: "Server",
          status: "Unset",
          durationMs: 100,
        },
        {
          spanId: ids[1],
          parentSpanId: ids[0],
          service: "shop",
          kind: "Client",
          status: "Unset",
          durationMs: 50,
        },
        {
          spanId: ids[2],
          parentSpanId: ids[1],
          service: "stock",
          kind: "Server",
          status: "Error",
          durationMs: 40,
        },
      ],
      services: [
        { name: "shop", calls: 2, errors: 0, p50Ms: 100 },
        { name: "stock", calls: 2, errors: 2, p50Ms: 40 },
      ],
    },
  })
})

test("a search is limited, and an error has its position", () => {
  expect(() => parseQuery("a ".repeat(60))).toThrow(QueryFault)
  expect(() => parseQuery(`${"(".repeat(20)}a${")".repeat(20)}`)).toThrow(/at most 10 deep/)
  expect(() => parseQuery("x".repeat(3000))).toThrow(/2000/)
  expect(() => parseQuery("a )")).toThrow(/character 2|character 3/)
})
