import { beforeAll, expect, test } from "vitest"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; path: string; monitorId: string }
const page = () => held.visitor.page
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const minuteMs = 60_000
const start = Date.now() - 50 * minuteMs
const open = (tab: string) => page().goto(`${held.path}${tab}`)

/** Its state is unknown for a reason that does not pass. */
async function stopWatching(reason: string) {
  const { prisma } = api.world.services.database
  const where = { monitorId: held.monitorId }
  await prisma.monitorState.update({
    where,
    data: { status: "unknown", lastStatus: "unknown", lastReason: reason },
  })
  await prisma.unwatched.create({ data: { ...where, cause: "forbidden_address" } })
}

/** Passing for 20 minutes, one failure alone, then down for three checks. */
beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  const { services, system } = api.world
  const project = await services.database.prisma.project.findFirstOrThrow()
  const monitor = await createMonitor(system, {
    projectId: project.id,
    kind: "http",
    name: "Shop",
    url: "https://shop.example.test/",
  })
  await services.database.prisma.monitor.update({
    where: { id: monitor.id },
    data: { createdAt: new Date(start) },
  })
  const phases = { dnsMs: 2, connectMs: 4, tlsMs: null, firstByteMs: 30, transferMs: 4 }
  for (let n = 0; n < 40; n++) {
    const at = new Date(start + n * minuteMs)
    const isDown = n === 10 || (n >= 30 && n < 33)
    await recordChecks(services, [
      checkOf(monitor, at, isDown ? offline : { durationMs: 40 + n, phases, traceId }),
    ])
  }
  await rollUp(services)
  await updateMonitor(system, monitor.id, { description: "The shop", timeoutSeconds: 5 })
  held.monitorId = monitor.id
  held.path = `/projects/${project.id}/monitors/${monitor.id}`
})

test("the overview opens with figures and charts, and its range is in the URL", async () => {
  await open("")
  await page()
    .getByRole("img", { name: /^Response times of 36 checks .*1 outage\.$/ })
    .waitFor()
  await page().locator(".plot canvas").first().waitFor()
  const figures = page().getByLabel("Figures of this range")
  await figures.getByText(/in 1 outage$/).waitFor()
  const range = () => new URL(page().url()).searchParams.get("range")
  await page().getByText("24 h", { exact: true }).click()
  await soon(range).toBe("24h")
  // What a new monitor shows at first.
  await page().getByText("1 h", { exact: true }).click()
  await soon(range).not.toBe("24h")
  await page().getByText("View as table").click()
  await page().getByRole("columnheader", { name: "p95" }).waitFor()
  expect(await page().getByRole("row").count()).toBe(37)
  await page()
    .getByText(/^Settings changed by /)
    .waitFor()
  await expectAccessible(held.visitor, "monitor overview")
  expect(held.visitor.faults).toEqual([])
})

test("a failed check says why there was no alert; the one that decided names its incident", async () => {
  await open("/checks?result=failed&range=24h")
  const failures = page().getByRole("button", { name: /Offline\./ })
  await soon(() => failures.count()).toBe(4)
  await failures.last().click()
  await page().getByRole("heading", { name: "Why no alert?" }).waitFor()
  await page()
    .getByText(/1 consecutive failure, .*the failure threshold is 2/)
    .waitFor()
  await failures.last().click()
  await failures.nth(1).click()
  await page().getByRole("link", { name: "Incident #1" }).waitFor()
  await page().getByLabel("Result").selectOption("Operational")
  await page()
    .getByRole("button", { name: /Operational\./ })
    .first()
    .click()
  await page().getByRole("list", { name: "Phases" }).getByText("First byte").waitFor()
  await expectAccessible(held.visitor, "checks")
  expect(held.visitor.faults).toEqual([])
})

test("a check leads to its trace only in a project that received telemetry", async () => {
  const openCheck = async () => {
    await open("/checks?result=operational&range=24h")
    const answer = page().waitForResponse(
      (response) => response.request().postData()?.includes("telemetryDoctor") === true,
    )
    await page()
      .getByRole("button", { name: /Operational\./ })
      .first()
      .click()
    await (await answer).finished()
  }
  const link = page().getByRole("link", { name: "Show its trace in the target" })
  await openCheck()
  await page().getByRole("list", { name: "Phases" }).getByText("First byte").waitFor()
  expect(await link.count()).toBe(0)
  const counts = { requests: 1, bytes: 1, records: 1, rejected: 0, dropped: 0, refused: 0 }
  const { prisma } = api.world.services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  await prisma.telemetryUsage.create({
    data: { projectId, day: new Date(), signal: "traces", ...counts },
  })
  await openCheck()
  expect(await link.getAttribute("href")).toContain(`/services/traces/${traceId}`)
  expect(held.visitor.faults).toEqual([])
})

test("outages are listed with their incident and duration", async () => {
  await open("/outages")
  const outages = page().getByRole("region", { name: "Outages" })
  await outages.getByRole("link", { name: "Incident #1" }).waitFor()
  await outages.getByText("3 min", { exact: true }).waitFor()
  await page().getByText("Mean time to recovery").waitFor()
  expect(held.visitor.faults).toEqual([])
})

test("other thresholds are tried out, compared and applied", async () => {
  await open("/tuning?range=24h&failures=4")
  await page().getByText("1 of 1 alert would not have fired.").waitFor()
  await page().getByLabel("Failures before an alert").fill("1")
  await page().getByRole("button", { name: "Replay" }).click()
  await page()
    .getByText(/1 alert more would have fired; the others .* earlier/)
    .waitFor()
  await expectAccessible(held.visitor, "tuning")
  await page().getByRole("button", { name: "Apply these thresholds" }).click()
  await page().getByText("Thresholds changed").first().waitFor()
  const { monitor } = api.world.services.database.prisma
  const applied = await monitor.findUniqueOrThrow({ where: { id: held.monitorId } })
  expect(applied.failureThreshold).toBe(1)
  expect(held.visitor.faults).toEqual([])
})

test("settings are edited beside the history of their changes", async () => {
  await open("/settings")
  const history = page().getByRole("region", { name: "History" })
  await history.getByText("Timeout seconds").waitFor()
  await page().getByLabel("Name", { exact: true }).fill("Shop 2")
  await page().getByRole("button", { name: "Save changes" }).click()
  await page().getByRole("heading", { name: "Shop 2", level: 1 }).waitFor()
  await expectAccessible(held.visitor, "monitor settings")
  expect(held.visitor.faults).toEqual([])
})

test("a monitor that nobody watches says so with the cause, on its page and in the list", async () => {
  const reason = "169.254.1.1 is a link-local or cloud metadata address. No setting allows it."
  await stopWatching(reason)
  await open("")
  const now = page().getByRole("region", { name: "Status" })
  await now.getByText("Not watched").waitFor()
  await now.getByText("Nobody would notice an outage of this monitor.").waitFor()
  await now.getByText(reason).waitFor()
  await expectAccessible(held.visitor, "unwatched monitor")
  await page().getByRole("link", { name: "Monitors", exact: true }).first().click()
  const row = page().getByRole("list", { name: "Monitors" }).getByRole("listitem")
  await row.getByText("Not watched").waitFor()
  await row.getByText(reason).waitFor()
  await expectAccessible(held.visitor, "list with an unwatched monitor")
  expect(held.visitor.faults).toEqual([])
})
