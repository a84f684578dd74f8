import { expect, test } from "vitest"
import { ask } from "../support/ask.ts"
import { nanoseconds } from "../support/otlp.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
const minuteMs = 60_000
const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } })

const seriesOf = `query ($id: ID!, $condition: TelemetryConditionInput!, $from: DateTime!, $to: DateTime!) {
  project(id: $id) {
    conditionSeries(condition: $condition, from: $from, to: $to) { from to value group rows isFailing }
  }
}`

type Point = {
  from: string
  to: string
  value: number | null
  group: string | null
  rows: number
  isFailing: boolean
}

/** A project that has sent one request per signal, and its series of a condition. */
async function openSeries(start: number, requests: Record<string, object>) {
  const { projectId, token } = await telemetry.makeSender()
  for (const [signal, request] of Object.entries(requests)) {
    const sent = await telemetry.send(signal, request, { "x-svc-ingestion-key": token })
    expect(sent.status).toBe(200)
  }
  const read = async (condition: object, minutes: number, from = start) =>
    ask(telemetry.api.world, { kind: "system", name: "test" }, seriesOf, {
      id: projectId,
      condition,
      from: new Date(from).toISOString(),
      to: new Date(start + minutes * minuteMs).toISOString(),
    })
  const points = async (condition: object, minutes: number): Promise<Point[]> => {
    const { data, errors } = await read(condition, minutes)
    expect(errors).toEqual([])
    return (data as { project: { conditionSeries: Point[] } }).project.conditionSeries
  }
  return { read, points }
}

/** Half an hour ago, at a full five minutes. */
const beginning = () => Math.floor(Date.now() / (5 * minuteMs)) * 5 * minuteMs - 30 * minuteMs

const logs = (start: number, services: Record<string, readonly number[]>) => ({
  resourceLogs: Object.entries(services).map(([service, minutes]) => ({
    resource: { attributes: [attribute("service.name", service)] },
    scopeLogs: [
      {
        logRecords: minutes.map((minute) => ({
          timeUnixNano: nanoseconds(start + minute * minuteMs + 1000),
          severityNumber: 17,
          body: { stringValue: "payment failed" },
        })),
      },
    ],
  })),
})

test("shows each window of a count, with zeros and the worst group", async () => {
  const start = beginning()
  const { points } = await openSeries(start, {
    logs: logs(start, { cart: [0, 1, 2, 11], mail: [1] }),
  })
  const condition = {
    query: "level>=error",
    measure: "RECORDS",
    comparison: "ABOVE",
    threshold: 3,
    minutes: 5,
  }
  await stored(async () =>
    (await points(condition, 15)).map(({ value, rows, isFailing }) => [value, rows, isFailing]),
  ).toEqual([
    [4, 4, true],
    [0, 0, false],
    [1, 1, false],
  ])
  const [first] = await points(condition, 15)
  expect(first).toMatchObject({
    from: new Date(start).toISOString(),
    to: new Date(start + 5 * minuteMs).toISOString(),
    group: null,
  })
  const each = await points({ ...condition, by: "service", comparison: "BELOW", threshold: 1 }, 15)
  expect(each.map(({ value, group, isFailing }) => [value, group, isFailing])).toEqual([
    [1, "mail", false],
    [0, "cart", true],
    [0, "mail", true],
  ])
})

test("shows values of spans and of metrics, null where nothing was sent", async () => {
  const start = beginning()
  const span = (minute: number, code: number) => ({
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: `00f067aa0ba902b${minute}`,
    name: "pay",
    startTimeUnixNano: nanoseconds(start + minute * minuteMs),
    endTimeUnixNano: nanoseconds(start + minute * minuteMs + 50),
    status: { code },
  })
  const resource = { attributes: [attribute("service.name", "cart")] }
  const { points } = await openSeries(start, {
    traces: {
      resourceSpans: [
        { resource, scopeSpans: [{ spans: [span(0, 2), span(1, 1), span(6, 1), span(7, 1)] }] },
      ],
    },
    metrics: {
      resourceMetrics: [
        {
          resource,
          scopeMetrics: [
            {
              metrics: [
                {
                  name: "queue.length",
                  gauge: {
                    dataPoints: [0, 1, 12].map((minute) => ({
                      timeUnixNano: nanoseconds(start + minute * minuteMs + 1000),
                      asDouble: minute * 10,
                    })),
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  })
  const shared = { query: "service:cart", comparison: "ABOVE", threshold: 25, minutes: 5 }
  const figures = async (condition: object) =>
    (await points({ ...shared, ...condition }, 15)).map(({ value, rows, isFailing }) => [
      value,
      rows,
      isFailing,
    ])
  await stored(() => figures({ measure: "ERROR_PERCENT" })).toEqual([
    [50, 2, true],
    [0, 2, false],
    [null, 0, false],
  ])
  const metric = { measure: "MAX", metric: "queue.length", instrument: "gauge" }
  await stored(() => figures(metric)).toEqual([
    [10, 2, false],
    [null, 0, false],
    [120, 1, true],
  ])
  expect(await figures({ measure: "CALLS", threshold: 1 })).toEqual([
    [2, 2, true],
    [2, 2, true],
    [0, 0, false],
  ])
})

test("a point that is flagged as not recorded is neither a value nor a point", async () => {
  const start = beginning()
  const point = (minute: number, more: object) => ({
    timeUnixNano: nanoseconds(start + minute * minuteMs + 1000),
    ...more,
  })
  const metrics = [
    {
      name: "disk.free",
      gauge: {
        dataPoints: [point(1, { asDouble: 30 }), point(2, { flags: 1 }), point(7, { flags: 1 })],
      },
    },
  ]
  const { points } = await openSeries(start, {
    metrics: { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] },
  })
  const condition = { query: "", metric: "disk.free", instrument: "gauge", minutes: 5 }
  const below = { ...condition, comparison: "BELOW", threshold: 1 }
  const figures = async (measure: string) =>
    (await points({ ...below, measure }, 10)).map(({ value, isFailing }) => [value, isFailing])
  for (const measure of ["MIN", "AVG", "SUM"]) {
    await stored(() => figures(measure)).toEqual([
      [measure === "SUM" ? null : 30, false],
      [null, false],
    ])
  }
  expect(await figures("POINTS")).toEqual([
    [1, false],
    [0, true],
  ])
})

test("of many windows each point is the worst of several, and too many are refused", async () => {
  const start = beginning()
  const { points, read } = await openSeries(start, { logs: logs(start, { cart: [0, 0, 7] }) })
  const condition = { measure: "RECORDS", comparison: "ABOVE", threshold: 1, minutes: 1 }
  const begin = start - 12 * 60 * minuteMs
  const all = async () => {
    const { data } = await read(condition, 20, begin)
    return (data as { project: { conditionSeries: Point[] } }).project.conditionSeries
  }
  await stored(async () => (await all()).filter(({ rows }) => rows > 0).length).toBe(2)
  const found = await all()
  // 740 windows of a minute, three to a point.
  expect(found).toHaveLength(247)
  expect(found.filter(({ isFailing }) => isFailing)).toEqual([
    expect.objectContaining({ from: new Date(start).toISOString(), value: 2 }),
  ])
  // The end is in the future: a window that has not arrived is left out.
  const latest = (await points(condition, 600)).at(-1)
  expect(Date.parse(latest?.to ?? "")).toBeLessThanOrEqual(Date.now())
  const refused = async (change: object, from = start) => {
    const { errors } = await read({ ...condition, ...change }, 20, from)
    return errors[0]?.message
  }
  expect(await refused({}, start - 30 * 24 * 60 * minuteMs)).toMatch(
    /#\/from covers more than 10,080 windows: choose a shorter time or longer windows/,
  )
  expect(await refused({ query: "level>=" })).toMatch(/#\/condition\/query/)
  expect(await refused({ metric: "queue.length" })).toMatch(
    /#\/condition\/metric is for metric monitors only/,
  )
  expect(await refused({ minutes: 0 })).toMatch(/#\/condition\/minutes must be a whole number/)
})
