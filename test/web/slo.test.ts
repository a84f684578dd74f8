import { expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { changeOf, monitorWith } from "../support/history.ts"
import { useNotify } from "../support/notify.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
useNotify(api.world)

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test("an SLO is previewed and saved, burns live, alerts, and is muted and edited", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { prisma } = api.world.services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  const since = ago(5 * 24 * 60)
  const monitor = await monitorWith(api.world, projectId, since, [
    ["operational", since],
    ["offline", ago(26 * 60)],
    ["operational", ago(26 * 60 - 4)],
  ])

  await page.getByRole("link", { name: "SLOs" }).click()
  await page.getByRole("heading", { name: "No SLOs yet" }).waitFor()
  await page.getByRole("link", { name: "New SLO" }).click()
  await page.getByLabel("Name").fill("Checkout availability")
  await page.getByRole("combobox", { name: "Monitors" }).fill("Sho")
  await page.getByRole("option", { name: "Shop" }).click()
  const preview = page.getByRole("region", { name: "The last 30 days" })
  await preview.getByText("4 min of 7 min").waitFor()
  await preview.getByText("1 fast, 1 slow").waitFor()
  await expectAccessible(visitor, "new SLO")
  await page.getByLabel("Target (%)").fill("40")
  await page.getByRole("button", { name: "Create SLO" }).click()
  await page.getByText("Must be a percentage from 50 to 99.999.").waitFor()
  await page.getByLabel("Target (%)").fill("99.9")
  await page.getByRole("button", { name: "Create SLO" }).click()
  await page.getByRole("heading", { name: "Checkout availability" }).waitFor()
  await page.getByText("Left: 3 min").waitFor()
  await page.getByText("It has raised no alert yet.").waitFor()

  await changeOf(api.world, monitor.id, "offline", ago(20))
  await prisma.slo.updateMany({ data: { dueAt: ago(1) } })
  await page.getByText("Burning too fast").first().waitFor()
  const alerts = page.getByRole("region", { name: "Burn-rate alerts" })
  await alerts.getByText("Firing").first().waitFor()
  await page.getByText(/Exceeded by/).waitFor()
  await expectAccessible(visitor, "SLO")
  await alerts.getByRole("link", { name: "Alert #1" }).click()
  const timeline = page.getByRole("list", { name: "Alert timeline" })
  await timeline.getByText("Error budget burns too fast").waitFor()
  await page.getByRole("button", { name: "Acknowledge" }).click()
  await timeline.getByText("Acknowledged by Ada Lovelace").waitFor()
  await page.getByRole("link", { name: "Checkout availability" }).click()

  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Mute" }).click()
  await page.getByRole("button", { name: "Mute", exact: true }).click()
  await page.getByText(/^Muted until/).waitFor()
  await page.getByRole("link", { name: "Edit" }).click()
  await page.getByRole("switch", { name: "Slow burn" }).uncheck()
  await page.getByRole("button", { name: "Save" }).click()
  await alerts.getByText("Off", { exact: true }).waitFor()

  await page.getByRole("link", { name: "SLOs", exact: true }).first().click()
  await page.getByRole("link", { name: "Checkout availability" }).waitFor()
  await page.getByText("1 SLO · 1 burning too fast").waitFor()
  await expectAccessible(visitor, "SLOs")
  await page.getByLabel("Any status").selectOption("HEALTHY")
  await page.getByRole("heading", { name: "No SLO matches" }).waitFor()
  expect(new URL(page.url()).search).toBe("?status=HEALTHY")
  await page.getByRole("button", { name: "Clear" }).click()
  await page.getByLabel("Sort by").selectOption("Least budget left")
  await page.waitForURL(/\?sort=budget$/)

  // A viewer sees the same without its controls.
  await prisma.member.updateMany({ data: { role: "viewer" } })
  await page.reload()
  await page.getByRole("link", { name: "Checkout availability" }).waitFor()
  expect(await page.getByRole("link", { name: "New SLO" }).count()).toBe(0)
  await page.getByRole("link", { name: "Checkout availability" }).click()
  await alerts.getByText("Off", { exact: true }).waitFor()
  expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0)
  expect(await page.getByRole("button", { name: "More actions" }).count()).toBe(0)
  expect(visitor.faults).toEqual([])
})
