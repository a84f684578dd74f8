import { expect, test } from "vitest"
import { ask, keyActor } from "../support/ask.ts"
import { logRequest, nanoseconds } from "../support/otlp.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
const hourMs = 3_600_000
const system = { kind: "system", name: "test" } as const
const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } })

const trace = (digit: string) => digit.repeat(32)
const id = (trace: string, digit: string) => `${trace[0]}${"0".repeat(14)}${digit}`

type Made = {
  service: string
  parent: string
  kind: number
  name: string
  ms: number
  code?: number
}

const spanOf = (traceId: string, startMs: number, digit: string, made: Made) => ({
  resource: {
    attributes: [
      attribute("service.name", made.service),
      attribute("host.name", `${made.service}-1`),
    ],
  },
  scopeSpans: [
    {
      spans: [
        {
          traceId,
          spanId: id(traceId, digit),
          parentSpanId: made.parent === "" ? "" : id(traceId, made.parent),
          kind: made.kind,
          name: made.name,
          startTimeUnixNano: nanoseconds(startMs + Number(digit)),
          endTimeUnixNano: nanoseconds(startMs + Number(digit) + made.ms),
          status: { code: made.code ?? 0 },
          attributes: [
            attribute("http.route", made.name.split(" ")[1] ?? ""),
            ...(made.name === "SELECT" ? [attribute("db.system.name", "postgresql")] : []),
          ],
          events:
            made.code === 2
              ? [
                  {
                    timeUnixNano: nanoseconds(startMs),
                    name: "exception",
                    attributes: [attribute("exception.message", "no answer")],
                  },
                ]
              : [],
        },
      ],
    },
  ],
})

const checkout = (traceId: string, startMs: number, payMs: number, code: number) => [
  spanOf(traceId, startMs, "1", {
    service: "shop",
    parent: "",
    kind: 2,
    name: "POST /checkout",
    ms: payMs + 50,
    code,
  }),
  spanOf(traceId, startMs, "2", {
    service: "shop",
    parent: "1",
    kind: 3,
    name: "POST",
    ms: payMs + 10,
    code,
  }),
  spanOf(traceId, startMs, "3", {
    service: "pay",
    parent: "2",
    kind: 2,
    name: "POST /charge",
    ms: payMs,
    code,
  }),
  spanOf(traceId, startMs, "4", { service: "pay", parent: "3", kind: 3, name: "SELECT", ms: 5 }),
]

/** A project with two checkouts, of which the second failed, and their logs. */
async function openTraces() {
  const { projectId, token } = await telemetry.makeSender()
  const now = Date.now()
  const headers = { "x-svc-ingestion-key": token }
  const resourceSpans = [
    ...checkout(trace("a"), now - 60_000, 40, 0),
    ...checkout(trace("b"), now - 30_000, 900, 2),
  ]
  expect((await telemetry.send("traces", { resourceSpans }, headers)).status).toBe(200)
  const logs = logRequest(["first", "second", "third", "fourth"], "shop", now - 30_000)
  const records = logs.resourceLogs[0]?.scopeLogs[0]?.logRecords ?? []
  for (const [at, record] of records.entries()) {
    const more = at < 2 ? { traceId: trace("b"), spanId: id(trace("b"), "1") } : {}
    Object.assign(
      record,
      {
        timeUnixNano: nanoseconds(now - 30_000 + at * 10),
        attributes: [attribute("step", String(at % 2))],
      },
      more,
    )
  }
  expect((await telemetry.send("logs", logs, headers)).status).toBe(200)
  const window = {
    from: new Date(now - hourMs).toISOString(),
    to: new Date(now + 60_000).toISOString(),
  }
  const { world } = telemetry.api
  const read = async (
    fields: string,
    more = "",
    variables = {},
    actor: Parameters<typeof ask>[1] = system,
  ) => {
    const range = fields.includes("$from") ? ", $from: DateTime!, $to: DateTime!" : ""
    const query = `query ($id: ID!${range}${more}) { project(id: $id) { ${fields} } }`
    const { data, errors } = await ask(world, actor, query, {
      id: projectId,
      ...window,
      ...variables,
    })
    return { project: (data as { project: Record<string, never> } | null)?.project ?? {}, errors }
  }
  await stored(async () => {
    const { project } = await read(
      `logs(query: "", from: $from, to: $to) { records { body } } traces(query: "", from: $from, to: $to) { traces { traceId } }`,
    )
    const found = project as { logs?: { records: unknown[] }; traces?: { traces: unknown[] } }
    return [found.logs?.records.length, found.traces?.traces.length]
  }).toEqual([4, 2])
  return { projectId, headers, read }
}

const summary = (durationMs: number, errors: number) => [
  {
    name: "POST /checkout",
    durationMs,
    spans: 4,
    errors,
    found: 4,
    services: [
      { name: "pay", spans: 2 },
      { name: "shop", spans: 2 },
    ],
  },
]

test("finds traces by any span, pages through them and summarizes each", async () => {
  const { read } = await openTraces()
  const search = async (query: string, order = "NEWEST") => {
    const { project, errors } = await read(
      `traces(query: $query, from: $from, to: $to, order: ${order}) { nextCursor traces { traceId service name durationMs spans errors found services { name spans } } }`,
      ", $query: String!",
      { query },
    )
    if (errors[0] !== undefined) return errors[0].message
    const { traces } = project["traces"] as unknown as { traces: { traceId: string }[] }
    return traces.map(({ traceId }) => traceId[0]).join("")
  }
  expect(await search("")).toBe("ba")
  expect(await search("status:error")).toBe("b")
  expect(await search("root:true -status:error")).toBe("a")
  expect(await search("duration>500ms service:pay")).toBe("b")
  expect(await search("attr.http.route:/charge host:pay-1")).toBe("ba")
  expect(await search("path:/charge kind:server", "SLOWEST")).toBe("ba")
  expect(await search("duration<500ms root:true")).toBe("a")
  expect(await search("duration>500")).toMatch(/write duration>500ms/)
  const pages: string[] = []
  let after: string | null = null
  do {
    const { project } = await read(
      'traces(query: "", from: $from, to: $to, first: 1, after: $after) { nextCursor traces { name durationMs spans errors found services { name spans } } }',
      ", $after: String",
      { after },
    )
    const page = project["traces"] as unknown as { nextCursor: string | null; traces: unknown[] }
    pages.push(JSON.stringify(page.traces))
    after = page.nextCursor
  } while (after !== null)
  expect(pages.map((page) => JSON.parse(page))).toEqual([summary(950, 3), summary(90, 0)])
  const { project } = await read(
    'spanVolume(query: "service:pay", from: $from, to: $to) { spans errors p95Ms }',
  )
  const steps = project["spanVolume"] as unknown as { spans: number; errors: number }[]
  expect(steps.reduce((sum, { spans }) => sum + spans, 0)).toBe(4)
  expect(steps.reduce((sum, { errors }) => sum + errors, 0)).toBe(1)
})

test("reads a waterfall with its critical path, events and logs, and compares two", async () => {
  const { read, projectId } = await openTraces()
  const { project } = await read(
    `trace(traceId: $trace) { name depth offsetMs durationMs selfMs criticalMs events { name attributes } resource }
     traceLogs(traceId: $trace) { body }
     comparedTraces(traceId: $trace, baseline: $good) { name difference isCause first { durationMs } second { durationMs } }`,
    ", $trace: String!, $good: String!",
    { trace: trace("b"), good: trace("a") },
  )
  expect(project["trace"]).toMatchObject([
    { name: "POST /checkout", depth: 0, offsetMs: 0, durationMs: 950, selfMs: 40, criticalMs: 40 },
    {
      name: "POST",
      depth: 1,
      offsetMs: 1,
      selfMs: 10,
      events: [{ name: "exception", attributes: { "exception.message": "no answer" } }],
    },
    {
      name: "POST /charge",
      depth: 2,
      durationMs: 900,
      criticalMs: 895,
      resource: { "host.name": "pay-1" },
    },
    { name: "SELECT", depth: 3, durationMs: 5, criticalMs: 5, events: [] },
  ])
  expect(project["traceLogs"]).toEqual([{ body: "first" }, { body: "second" }])
  expect(project["comparedTraces"]).toMatchObject([
    { name: "POST /checkout", difference: "FAILED", isCause: false },
    { name: "POST", difference: "FAILED", isCause: false },
    {
      name: "POST /charge",
      difference: "FAILED",
      isCause: true,
      first: { durationMs: 40 },
      second: { durationMs: 900 },
    },
    { name: "SELECT", difference: "SAME", isCause: false },
  ])
  const scoped = await read(
    "services(from: $from, to: $to) { name }",
    "",
    {},
    keyActor(projectId, projectId, ["monitors:read"]),
  )
  expect(scoped.errors[0]?.code).toBe("insufficient_scope")
})

test("draws the map of services, and their figures over time and by operation", async () => {
  const { read } = await openTraces()
  const { project } = await read(
    `serviceMap(from: $from, to: $to) { sampledShare edges { source target kind calls errors } }
     serviceSeries(from: $from, to: $to, service: "pay") { stepSeconds points { service calls errors } }
     serviceOperations(from: $from, to: $to, service: "pay") { name kind calls errors totalMs }`,
  )
  expect(project["serviceMap"]).toEqual({
    sampledShare: 1,
    edges: expect.arrayContaining([
      { source: "pay", target: "postgresql", kind: "DATABASE", calls: 2, errors: 0 },
      { source: "shop", target: "pay", kind: "SERVICE", calls: 2, errors: 1 },
    ]),
  })
  const series = project["serviceSeries"] as unknown as {
    stepSeconds: number
    points: { calls: number }[]
  }
  expect(series.stepSeconds).toBe(120)
  expect(series.points.reduce((sum, { calls }) => sum + calls, 0)).toBe(2)
  expect(project["serviceOperations"]).toEqual([
    { name: "POST /charge", kind: "Server", calls: 2, errors: 1, totalMs: 940 },
  ])
})

test("counts values of fields, lists attributes, and shows what was logged around a record", async () => {
  const { read } = await openTraces()
  const { project } = await read(
    `telemetryFacets(signal: LOGS, query: "", from: $from, to: $to, fields: ["service", "level", "attr.step", "it's"]) { field value records }
     telemetryFields(signal: SPANS, query: "", from: $from, to: $to) { field records }
     logs(query: "second", from: $from, to: $to) { records { cursor } }`,
  )
  expect(project["telemetryFacets"]).toEqual(
    expect.arrayContaining([
      { field: "service", value: "shop", records: 4 },
      { field: "level", value: "info", records: 4 },
      { field: "attr.step", value: "0", records: 2 },
      { field: "attr.step", value: "1", records: 2 },
    ]),
  )
  expect(project["telemetryFields"]).toEqual(
    expect.arrayContaining([
      { field: "attr.http.route", records: 8 },
      { field: "resource.host.name", records: 8 },
    ]),
  )
  const { records } = project["logs"] as unknown as { records: { cursor: string }[] }
  const context = await read(
    'logContext(query: "service:shop", cursor: $cursor, first: 1) { after { body } before { body } }',
    ", $cursor: String!",
    { cursor: records[0]?.cursor },
  )
  expect(context.project["logContext"]).toEqual({
    after: [{ body: "third" }],
    before: [{ body: "first" }],
  })
})

test("calls that our own checks caused are left out of a service's figures on request", async () => {
  const { projectId, token } = await telemetry.makeSender()
  const now = Date.now()
  const call = (digit: string, traceState: string, ms: number) => {
    const made = spanOf(trace(digit), now - 60_000, "1", {
      service: "shop",
      parent: "",
      kind: 2,
      name: "GET /",
      ms,
    })
    Object.assign(made.scopeSpans[0]?.spans[0] ?? {}, { traceState })
    return made
  }
  const resourceSpans = [
    call("a", "", 100),
    call("b", "vendor=1,other=wk", 100),
    call("c", "wk=019f", 2000),
    call("d", "vendor=1, wk=019f", 2000),
  ]
  const headers = { "x-svc-ingestion-key": token }
  expect((await telemetry.send("traces", { resourceSpans }, headers)).status).toBe(200)
  const read = async (withoutChecks: boolean) => {
    const { data, errors } = await ask(
      telemetry.api.world,
      system,
      `query ($id: ID!, $from: DateTime!, $to: DateTime!, $withoutChecks: Boolean) {
         project(id: $id) {
           services(from: $from, to: $to, withoutChecks: $withoutChecks) { name calls p99Ms }
           serviceSeries(from: $from, to: $to, steps: 2, withoutChecks: $withoutChecks) { points { calls } }
           serviceOperations(from: $from, to: $to, service: "shop", withoutChecks: $withoutChecks) { name calls }
         }
       }`,
      {
        id: projectId,
        from: new Date(now - hourMs).toISOString(),
        to: new Date(now + 60_000).toISOString(),
        withoutChecks,
      },
    )
    expect(errors).toEqual([])
    return (data as { project: object }).project
  }
  await stored(() => read(false)).toMatchObject({
    services: [{ name: "shop", calls: 4 }],
    serviceOperations: [{ name: "GET /", calls: 4 }],
  })
  expect(await read(true)).toMatchObject({
    services: [{ name: "shop", calls: 2, p99Ms: expect.closeTo(100, -1) }],
    serviceSeries: { points: [{ calls: 2 }] },
    serviceOperations: [{ name: "GET /", calls: 2 }],
  })
})
