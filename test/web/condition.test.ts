import { beforeAll, expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { startProbe } from "../../src/probe/main.ts"
import { nanoseconds } from "../support/otlp.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const telemetry = useTelemetry()
Object.assign(telemetry.env, { PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; projectId: string }
const minuteMs = 60_000

/** Six hours of errors of two services, a burst in one of them two hours ago. */
function errors(nowMs: number) {
  const record = (agoMinutes: number) => ({
    timeUnixNano: nanoseconds(nowMs - agoMinutes * minuteMs),
    severityNumber: 17,
    body: { stringValue: "card refused" },
  })
  const usual = Array.from({ length: 120 }, (_, at) => record(at * 3))
  const burst = Array.from({ length: 200 }, (_, at) => record(120 + (at % 20)))
  return {
    resourceLogs: [
      { service: "checkout", logRecords: [...usual, ...burst] },
      { service: "mail", logRecords: usual.slice(0, 30) },
    ].map(({ service, logRecords }) => ({
      resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
      scopeLogs: [{ logRecords }],
    })),
  }
}

beforeAll(async () => {
  const { services, system } = telemetry.api.world
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  const { id: projectId } = await services.database.prisma.project.findFirstOrThrow()
  held.projectId = projectId
  const { token } = await createKey(system, { projectId, class: "ingestion", name: "sender" })
  await telemetry.send("logs", errors(Date.now()), { "x-svc-ingestion-key": token })
})

test("a monitor on telemetry shows what it measured over time, with its threshold", async () => {
  const { visitor, projectId } = held
  const { page } = visitor
  await stored(() =>
    telemetry.store.query(
      "SELECT toUInt32(count()) AS logs FROM otel_logs WHERE ProjectId = {project:UUID}",
      {
        project: projectId,
      },
    ),
  ).toEqual([{ logs: 350 }])
  const monitor = await createMonitor(telemetry.api.world.system, {
    projectId,
    kind: "log",
    name: "Payment errors",
    telemetry: {
      query: "level>=error",
      measure: "records",
      by: "service",
      comparison: "above",
      threshold: 20,
      minutes: 5,
    },
  })
  await page.goto(`/projects/${projectId}/monitors/${monitor.id}`)
  const card = page.getByRole("region", { name: "Number of log records", exact: true })
  await card
    .getByRole("img", { name: /Number of log records: [456] of 28[678] windows out of bounds/ })
    .waitFor()
  await card.getByText("View as table").click()
  const table = card.getByRole("table")
  await table.getByRole("row").filter({ hasText: "Out of bounds" }).first().waitFor()
  expect(await table.getByText(/^5[0-3] for checkout$/).count()).toBeGreaterThan(1)
  await expectAccessible(visitor, "a monitor on telemetry")
  await page.getByText("30 d", { exact: true }).click()
  await card.getByRole("img", { name: /each the worst of several windows/ }).waitFor()
  await page.getByText("90 d", { exact: true }).click()
  await card.getByText(/^This range is too long for windows of 5 min\./).waitFor()
  expect(visitor.faults).toEqual([])
})

test("the form shows what the tested condition measured in the last day", async () => {
  const { visitor, projectId } = held
  const { page } = visitor
  const probe = await startProbe(telemetry.api.world.services)
  try {
    await page.goto(`/projects/${projectId}/monitors/new`)
    await page.getByRole("radio", { name: /^Logs/ }).check()
    await page.getByRole("combobox", { name: /^Query, such as/ }).fill("service:checkout")
    await page.getByLabel("Threshold").fill("20")
    await page.getByRole("button", { name: "Run test" }).click()
    const pane = page.getByRole("region", { name: "Test", exact: true })
    await pane.getByRole("img", { name: /[45] of 28[678] windows out of bounds/ }).waitFor()
    await expectAccessible(visitor, "the test of a condition")
  } finally {
    await probe.stop()
  }
  expect(visitor.faults).toEqual([])
})
