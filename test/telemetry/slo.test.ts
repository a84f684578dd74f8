import { expect, test } from "vitest"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { evaluateSlos } from "../../src/graphql/slo/evaluate-slos.ts"
import { createStore } from "../../src/telemetry/store/store.ts"
import { ask } from "../support/ask.ts"
import { nanoseconds } from "../support/otlp.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
const minuteMs = 60_000

const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } })
const hex = (digits: number) =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("")

type Sent = { agoMs: number; isError?: boolean; tookMs?: number; traceState?: string }

const spansOf = (service: string, spans: readonly Sent[], now: number) => ({
  resourceSpans: [
    {
      resource: { attributes: [attribute("service.name", service)] },
      scopeSpans: [
        {
          spans: spans.map(({ agoMs, isError = false, tookMs = 20, traceState = "" }) => ({
            traceId: hex(32),
            spanId: hex(16),
            traceState,
            name: "GET /pay",
            kind: 2,
            startTimeUnixNano: nanoseconds(now - agoMs),
            endTimeUnixNano: nanoseconds(now - agoMs + tookMs),
            status: { code: isError ? 2 : 1 },
          })),
        },
      ],
    },
  ],
})

const many = (count: number, of: (at: number) => Sent) =>
  Array.from({ length: count }, (_s, at) => of(at))

const old = (at: number) => ({ agoMs: 26 * 60 * minuteMs + at * 1000 })
/** Before the watermark, which is at most a minute behind the clock. */
const recent = (at: number) => ({ agoMs: 90_000 + at * 1000 })

test("an SLO of a service counts requests without error or within a limit, and alerts on their burn rate", async () => {
  const { projectId, token } = await telemetry.makeSender()
  const { world } = telemetry.api
  const now = Date.now()
  const spans = [
    ...many(100, old),
    ...many(60, (at) => ({
      ...recent(at),
      isError: at % 2 === 0,
      tookMs: at % 3 === 0 ? 900 : 20,
    })),
    // Watchkeeper's own checks count neither way.
    ...many(40, (at) => ({ ...recent(at), isError: true, traceState: "wk=1" })),
  ]
  const headers = { "x-svc-ingestion-key": token }
  expect((await telemetry.send("traces", spansOf("cart", spans, now), headers)).status).toBe(200)
  // An hour that was counted is not counted again.
  await stored(() =>
    telemetry.store.query(
      "SELECT toUInt32(count()) AS rows FROM otel_traces WHERE ProjectId = {project:UUID}",
      { project: projectId },
    ),
  ).toEqual([{ rows: spans.length }])
  const make = (latencyMs: number | null) =>
    createSlo(world.system, {
      projectId,
      name: latencyMs === null ? "cart errors" : "cart speed",
      targetPercent: 99,
      windowDays: 7,
      indicator: "service",
      service: "cart",
      latencyMs,
    })
  const [errors, speed] = [await make(null), await make(500)]
  const { prisma } = world.services.database
  const needs = { ...world.services, openStore: () => telemetry.store }
  const figures = async (id: string) => {
    await prisma.slo.updateMany({ data: { dueAt: new Date(now - minuteMs) } })
    await evaluateSlos(needs)
    const { data } = await ask(
      world,
      { kind: "system", name: "test" },
      `query ($id: ID!) { slo(id: $id) { status isComplete skipped budget { seen consumed } burns { isFiring longRate } } }`,
      { id },
    )
    return (data as { slo: Record<string, unknown> }).slo
  }
  // The past is counted a day at a time until the window is complete.
  await stored(() => figures(errors.id)).toMatchObject({
    isComplete: true,
    skipped: null,
    status: "BURNING",
    budget: { seen: 160, consumed: 30 },
    burns: [{ isFiring: true, longRate: expect.closeTo(50, 5) }, { isFiring: true }],
  })
  // Every sixth of the recent ones had an error and was slow.
  expect(await figures(speed.id)).toMatchObject({ budget: { seen: 160, consumed: 40 } })
  const alerts = await prisma.alert.findMany({ where: { projectId } })
  expect(alerts).toHaveLength(4)
  const preview = await ask(
    world,
    { kind: "system", name: "test" },
    `query ($id: ID!) { project(id: $id) { sloPreview(indicator: SERVICE, service: "cart", targetPercent: 99, windowDays: 7) {
      budget { seen consumed coverage } burns { speed } } } }`,
    { id: projectId },
  )
  expect(preview.errors).toEqual([])
  expect(preview.data).toMatchObject({
    project: { sloPreview: { budget: { seen: 160, consumed: 30, coverage: null } } },
  })
})

test("while the store does not answer, the figures stay and nothing is decided", async () => {
  const { projectId } = await telemetry.makeSender()
  const { world } = telemetry.api
  const { prisma } = world.services.database
  const slo = await createSlo(world.system, {
    projectId,
    name: "mail",
    targetPercent: 99.5,
    windowDays: 30,
    indicator: "service",
    service: "mail",
  })
  const dead = createStore({ CLICKHOUSE_URL: "http://127.0.0.1:1", DATA_DIR: "" })
  await prisma.slo.update({ where: { id: slo.id }, data: { dueAt: new Date(0) } })
  await evaluateSlos({ ...world.services, openStore: () => dead })
  await dead.close()
  const { figures, status } = await prisma.slo.findUniqueOrThrow({ where: { id: slo.id } })
  expect(status).toBe("no_data")
  expect(figures).toMatchObject({
    skipped: { code: "telemetry_store_unavailable" },
    isComplete: false,
  })
})
