import { expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/create-monitor.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const { world } = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

test("a status page is made, published and previewed without writing GraphQL", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { id: projectId } = await world.services.database.prisma.project.findFirstOrThrow()
  await createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name: "Checkout",
    host: "127.0.0.1",
    port: 25,
  })

  await page.getByRole("link", { name: "Status pages" }).click()
  await page.getByRole("heading", { name: "No status pages yet" }).waitFor()
  await expectAccessible(visitor, "the empty list")
  await page.getByRole("link", { name: "New status page" }).click()
  await page.getByLabel("Name").fill("Acme status")
  await page.getByRole("combobox", { name: "Monitors" }).fill("Check")
  await page.getByRole("option", { name: "Checkout" }).click()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Create status page" }).click()
  await page.getByRole("heading", { name: "Acme status", level: 1 }).waitFor()
  await page.frameLocator("iframe").getByText("Checkout").first().waitFor()
  expect((await fetch(`${base}/status/acme-status`)).status).toBe(404)

  await page.getByRole("button", { name: "Publish" }).click()
  await page.getByText("Public", { exact: true }).first().waitFor()
  const published = await fetch(`${base}/status/acme-status`)
  expect(await published.text()).toContain("Checkout")
  const tabs = page.getByRole("navigation", { name: "Status page", exact: false })
  for (const name of ["Look", "Domain", "Access", "Subscribers"]) {
    await tabs.getByRole("link", { name }).click()
    await page.locator("iframe").first().waitFor()
    await expectAccessible(visitor, `the tab ${name}`)
  }
  expect(visitor.faults).toEqual([])
}, 90_000)
