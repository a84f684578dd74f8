import fc from "fast-check"
import { expect, test } from "vitest"
import { applyMonitors } from "../../src/graphql/monitoring/config/apply-config.ts"
import { printDocument } from "../../src/graphql/monitoring/config/config-document.ts"
import { exportMonitors } from "../../src/graphql/monitoring/config/export-config.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { planMonitors } from "../../src/graphql/monitoring/config/config-plan.ts"
import { newId } from "../../src/platform/id.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const labels = ["eu", "shop", "\u{1F600}"]
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const amount = (max: number) => maybe(fc.integer({ min: 1, max }))
const level = fc.constantFrom("offline" as const, "degraded" as const)
const time = fc.record({
  kind: fc.constant("response_time" as const),
  max_ms: fc.integer({ min: 1, max: 60_000 }),
  level,
})
const days = fc.record({
  kind: fc.constant("certificate_days" as const),
  min_days: fc.nat(3650),
  level,
})
const body = fc.record({
  kind: fc.constant("body" as const),
  comparison: fc.constantFrom("contains", "not_contains"),
  value: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\u0000")),
  level,
})
const host = fc.constantFrom("a.example", "192.0.2.1", "2001:db8::1", "Bücher.example")

/** Few names, so that documents repeat and depend on each other. */
const name = fc.constantFrom("Shop", "Gate", "ä", "A", "a", " b ")
const common = {
  name,
  description: maybe(fc.constantFrom("", "What it is for.", "line\nline")),
  monitoring_interval: maybe(fc.constantFrom("1m", "5m", "PT1H", "60s", "*/30 * * * *", "24h")),
  request_timeout_seconds: amount(60),
  failure_threshold: amount(100),
  recovery_threshold: amount(100),
  flap_window_minutes: amount(60),
  labels: maybe(fc.uniqueArray(fc.constantFrom(...labels, "unknown"), { maxLength: 3 })),
  parent_monitor: maybe(name),
}
/** All members, because an export writes all. */
const condition = (measures: string[], more: Record<string, fc.Arbitrary<string>>) =>
  fc.record({
    query: fc.constantFrom("", 'service:cart level>=error "time out"'),
    measure: fc.constantFrom(...measures),
    metric: fc.constant(null),
    instrument: fc.constant(null),
    by: fc.constant(null),
    comparison: fc.constantFrom("above", "below"),
    threshold: fc.integer({ min: -5, max: 500 }),
    minutes: fc.integer({ min: 1, max: 60 }),
    windows: fc.integer({ min: 2, max: 5 }),
    failing: fc.integer({ min: 1, max: 2 }),
    ...more,
  })
const kind = <T>(monitor_type: string, more: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ monitor_type: fc.constant(monitor_type), ...common, ...more })

const entry = fc.oneof(
  kind("http", {
    url: fc.constantFrom("https://shop.example/", "http://[::1]:8080/a?b=c#d"),
    method: maybe(fc.constantFrom("GET", "POST", "HEAD")),
    headers: maybe(fc.constant({ "X-A": "1" })),
    header_names: maybe(fc.constantFrom(["Authorization"], ["B", "A"], [])),
    body: maybe(fc.constantFrom("", "a=1")),
    max_redirects: maybe(fc.nat(20)),
    assertions: maybe(fc.array(fc.oneof(time, days, body), { maxLength: 3 })),
  }),
  kind("Port", { host, port: fc.integer({ min: 1, max: 65_535 }) }),
  kind("ping", { host, assertions: maybe(fc.array(time, { maxLength: 2 })) }),
  kind("dns", {
    host: fc.constant("a.example"),
    dns_record_type: fc.constantFrom("A", "mx", "TXT"),
    resolver: maybe(fc.constantFrom("9.9.9.9", "[2620:fe::fe]:53")),
    expected_values: maybe(fc.constantFrom([], ["192.0.2.1"])),
  }),
  kind("tls", { host, port: amount(65_535), server_name: maybe(fc.constant("b.example")) }),
  kind("heartbeat", {
    heartbeat_interval_minutes: fc.integer({ min: 1, max: 525_600 }),
    heartbeat_grace_minutes: maybe(fc.nat(100)),
  }),
  kind("log", { telemetry: condition(["records", "new_patterns"], {}) }),
  kind("trace", { telemetry: condition(["calls", "error_percent", "duration_p95"], {}) }),
  kind("metric", {
    telemetry: condition(["points", "rate", "p95"], {
      metric: fc.constantFrom("queue.length", "http.server.duration"),
      instrument: fc.constantFrom("sum", "histogram"),
    }),
  }),
  fc.record({ name, monitor_type: fc.constantFrom("http", "docker") }),
)
const monitors = fc.array(entry, { maxLength: 8 })

async function makePlace() {
  const { id: projectId } = await makeProject(world)
  await world.services.database.prisma.label.createMany({
    data: labels.map((name) => ({ id: newId(), projectId, name, color: "#6b7280" })),
  })
  return {
    projectId,
    take: (document: unknown, dryRun = false) =>
      importMonitors(world.system, { projectId, document, dryRun }),
    exported: () => exportMonitors(world.system, projectId),
  }
}

const withoutIds = (result: Awaited<ReturnType<typeof importMonitors>>) => ({
  ...result,
  dryRun: null,
  entries: result.entries.map((one) => ({ ...one, monitorId: null })),
})

/** Members whose values are written as given, and the meaning of an absent one. */
const defaults = {
  description: "",
  request_timeout_seconds: 10,
  failure_threshold: 2,
  recovery_threshold: 1,
  flap_window_minutes: 10,
  method: "GET",
  body: "",
  max_redirects: 10,
  assertions: [],
  resolver: null,
  expected_values: [],
  server_name: null,
  heartbeat_interval_minutes: null,
  telemetry: null,
  url: null,
}

const comparable = (given: object | undefined) => {
  const members = new Map(Object.entries(given ?? {}))
  const ofKind = members.get("monitor_type") === "heartbeat" ? { failure_threshold: 1 } : {}
  return Object.entries({ ...defaults, ...ofKind }).map(([name, usual]) => [
    name,
    members.get(name) ?? usual,
  ])
}

test("a dry run predicts the import, a second import creates nothing, and an export round-trips byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(monitors, async (monitors) => {
      const [here, there] = [await makePlace(), await makePlace()]
      const document = { version: 1, monitors }
      const planned = await here.take(document, true)
      expect((await here.exported()).monitors).toEqual([])
      const done = await here.take(document)
      expect(withoutIds(planned)).toEqual(withoutIds(done))
      expect(done.failedCount).toBe(0)
      const exported = await here.exported()
      expect(exported.monitors).toHaveLength(done.createdCount)
      for (const [at, { outcome, name, monitorType }] of done.entries.entries()) {
        if (outcome !== "create") continue
        const written = exported.monitors.find(
          (one) => one.name === name && one.monitor_type === monitorType,
        )
        expect(comparable(written)).toEqual(comparable(monitors[at]))
      }
      expect(await here.take(exported)).toMatchObject({ createdCount: 0, invalidCount: 0 })

      expect(await there.take(exported)).toMatchObject({
        createdCount: done.createdCount,
        invalidCount: 0,
        unmatchedLabels: [],
      })
      expect(printDocument(await there.exported())).toBe(printDocument(exported))
    }),
    { numRuns: 10 },
  )
})

test("applying an export makes any project equal to it, after which a plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(monitors, monitors, async (before, after) => {
      const [here, there] = [await makePlace(), await makePlace()]
      await here.take({ version: 1, monitors: before })
      await there.take({ version: 1, monitors: after })
      const document = await there.exported()
      const wish = { projectId: here.projectId, document, prune: true }
      await applyMonitors(world.system, wish, await planMonitors(world.system, wish))
      const { steps } = await planMonitors(world.system, wish)
      expect(steps.every(({ action }) => action === "keep")).toBe(true)
      expect(printDocument(await here.exported())).toBe(printDocument(document))
    }),
    { numRuns: 10 },
  )
})
