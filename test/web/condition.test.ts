import { beforeAll, expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { startProbe } from "../../src/probe/main.ts"
import { serviceOf } from "../../src/web/services/edit-query.ts"
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
  // A new monitor shows its first hour.
  await page.getByText("24 h", { exact: true }).click()
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

test("a query becomes a view, a monitor and an SLO, each with the same condition", async () => {
  const { visitor, projectId } = held
  const { page } = visitor
  const { prisma } = telemetry.api.world.services.database
  const query = 'service:checkout level>=error "card refused"'
  await page.goto(
    `/projects/${projectId}/services/logs?range=24h&query=${encodeURIComponent(query)}`,
  )
  await page.getByText(/^320 records/).waitFor()
  await expectAccessible(visitor, "what a query can become")
  await page.getByRole("button", { name: "Views" }).click()
  await page.getByRole("menuitem", { name: "Save this view…" }).click()
  const name = page.getByLabel("Name", { exact: true })
  expect(await name.inputValue()).toBe(query)
  await name.fill("Refused cards")
  await page.keyboard.press("Control+Enter")
  await page
    .getByRole("region", { name: "Notifications" })
    .getByText("View “Refused cards” saved")
    .waitFor()
  await page.getByRole("link", { name: "Create monitor" }).click()
  await name.fill("Refused cards")
  await page.keyboard.press("Control+Enter")
  await page.getByRole("heading", { name: "Refused cards", level: 1 }).waitFor()
  const made = await prisma.monitor.findFirstOrThrow({ where: { name: "Refused cards" } })
  expect(made).toMatchObject({
    kind: "log",
    settings: { telemetry: { query, measure: "records", minutes: 1440, by: null } },
  })
  await page.goto(`/projects/${projectId}/services/logs`)
  await page.getByRole("button", { name: "Views" }).click()
  await page.getByRole("menuitem", { name: "Refused cards" }).click()
  await page.getByText(/^320 records/).waitFor()
  await page.getByRole("link", { name: "Create SLO" }).click()
  await name.fill("Cards")
  await page.keyboard.press("Control+Enter")
  await page.getByRole("heading", { name: "New SLO" }).waitFor()
  await page.getByText("Cards", { exact: true }).waitFor()
  await name.fill("Cards are accepted")
  await page.keyboard.press("Control+Enter")
  await page.getByRole("heading", { name: "Cards are accepted", level: 1 }).waitFor()
  const slo = await prisma.slo.findFirstOrThrow({ include: { monitors: true } })
  const of = await prisma.monitor.findFirstOrThrow({ where: { name: "Cards" } })
  expect(slo.monitors).toMatchObject([{ monitorId: of.id }])
  expect(visitor.faults).toEqual([])
})

test("an SLO of a service is offered only where it says what the query says", () => {
  expect(serviceOf("service:checkout")).toBe("checkout")
  expect(serviceOf('status:error service:"web shop"')).toBe("web shop")
  const others = [
    "",
    "status:error",
    "service:a service:b",
    "service:a OR service:b",
    "-service:a",
    "service:a duration>1s",
    "service:a name:pay",
    "(service:a)",
    "service:a*",
    "service!=a",
  ]
  expect(others.filter((query) => serviceOf(query) !== null)).toEqual([])
})
