import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import { startProbe } from "../../src/probe/main.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { soon } from "../support/soon.ts"
import { freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

const answer = { status: 200 }
const target = createServer((_request, response) => {
  response.writeHead(answer.status, { "content-type": "text/plain" }).end("the answer's own words")
})
const held: { visitor?: Visitor; stop?(): Promise<void> } = {}

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve))
  Object.assign(held, await startProbe(api.world.services))
})
afterAll(async () => {
  await held.stop?.()
  await new Promise((resolve) => target.close(resolve))
})

test("from the first account to an acknowledged incident, without a reload", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  await page.evaluate("window.isSamePage = true")

  // An error is shown at its field.
  await page.getByRole("link", { name: "Add your first monitor" }).click()
  await page.getByLabel("Name").fill("Shop")
  await page.getByRole("textbox", { name: "URL" }).fill("not a url")
  await page.getByRole("button", { name: "Add monitor" }).click()
  const url = page.getByRole("textbox", { name: "URL" })
  await soon(() => url.getAttribute("aria-invalid")).toBe("true")
  const [issue] = ((await url.getAttribute("aria-describedby")) ?? "").split(" ")
  expect(await page.locator(`[id="${issue}"]`).textContent()).toMatch(/^Must be .+\.$/)
  expect(await page.locator(":focus").getAttribute("name")).toBe("url")

  const targetPort = (target.address() as AddressInfo).port
  await url.fill(`http://127.0.0.1:${targetPort}/`)
  const threshold = page.getByLabel("Failed checks before offline")
  if (!(await threshold.isVisible())) await page.getByText("More settings").click()
  await threshold.fill("1")
  await page.getByRole("button", { name: "Add monitor" }).click()
  await page.getByRole("heading", { name: "Shop", exact: true }).waitFor()
  await page.getByText("Operational for").waitFor()
  const checks = page
    .getByRole("navigation", { name: "Monitor" })
    .getByRole("link", { name: "Checks" })
  await checks.click()
  await page.getByText("Got 200").first().waitFor()

  // The list is updated about the outage by itself.
  await page.getByRole("link", { name: "Monitors" }).first().click()
  await page.getByText("The monitor is operational").waitFor()
  answer.status = 503
  const monitor = await api.world.services.database.prisma.monitor.findFirstOrThrow()
  await requestCheck(api.world.system, monitor.id)
  await page.getByText("1 of 1 is offline").waitFor()
  await page.locator('link[rel=icon][href="/favicon-offline.svg"]').waitFor({ state: "attached" })

  // The evidence: the reason, and the response itself.
  await page.getByRole("link", { name: "Shop", exact: true }).click()
  await page.getByText("Offline for").waitFor()
  await checks.click()
  // The requested check or the next scheduled one, whichever is the latest.
  await page
    .getByRole("button", { name: /Offline\. .*503/ })
    .first()
    .click()
  await page.getByText("the answer's own words").waitFor()

  await page.getByRole("link", { name: /Incidents/ }).click()
  await page.getByRole("link", { name: /Shop/ }).click()
  await page.getByRole("button", { name: "Acknowledge" }).click()
  await page.getByText("Acknowledged · open for").waitFor()
  await page.getByRole("textbox", { name: "Add an update" }).fill("Looking at the load balancer")
  await page.getByRole("button", { name: "Add internal update" }).click()
  await page.getByRole("listitem").filter({ hasText: "Looking at the load balancer" }).waitFor()

  // Recovery resolves it, on the open page.
  answer.status = 200
  await requestCheck(api.world.system, monitor.id)
  await page.getByText("Resolved after").waitFor()
  await page.getByRole("link", { name: /Alerts/ }).click()
  await page.getByRole("list", { name: "Alerts" }).getByText("Resolved").waitFor()

  expect(await page.evaluate("window.isSamePage")).toBe(true)
  expect(visitor.faults).toEqual([])
})
