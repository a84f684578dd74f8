import { expect, test } from "vitest"
import { advanceMaintenances } from "../../src/graphql/maintenance/window/advance-maintenances.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

/** A value of a datetime-local field, in the browser's zone, which is the test's. */
function local(ms: number): string {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return at.toISOString().slice(0, 16)
}

test("a series is scheduled with a preview, a date skipped, a window begun, extended and ended", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { prisma } = api.world.services.database
  const project = await prisma.project.findFirstOrThrow()
  const monitor = await insertMonitor(api.world, project.id, { name: "Shop", failureThreshold: 1 })
  await recordChecks(api.world.services, [checkOf(monitor, new Date(), offline)])

  await page.getByRole("link", { name: "Maintenance", exact: true }).click()
  await page.getByRole("link", { name: "Schedule maintenance", exact: true }).click()
  await page.getByText("Repeats").click()
  await page.getByLabel("Title").fill("Weekly patches")
  await page.getByLabel("Monitors", { exact: true }).fill("Sho")
  await page.getByRole("option", { name: "Shop" }).click()
  await page.keyboard.press("Escape")
  for (const day of [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
  ]) {
    await page.getByRole("checkbox", { name: day }).setChecked(day === "Sunday", { force: true })
  }
  await page.getByLabel("Starts at").fill("02:30")
  const dates = page.getByRole("region", { name: "Next dates" })
  await dates.getByText("Every week on Sunday, 02:30").waitFor()
  await dates.getByRole("listitem").nth(5).waitFor()
  await expectAccessible(visitor, "new series")
  await page.getByRole("button", { name: "Schedule series" }).click()

  await page.getByRole("heading", { name: "Weekly patches" }).waitFor()
  const windows = page.getByRole("region", { name: "Next windows" }).getByRole("listitem")
  await windows.nth(5).waitFor()
  const before = await windows.count()
  await windows.first().getByRole("button", { name: /^Skip/ }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Skip this date" }).click()
  await expect.poll(() => windows.count()).toBe(before - 1)
  await expectAccessible(visitor, "series")
  await page.getByRole("link", { name: "Edit", exact: true }).click()
  await page.getByLabel("Title").fill("Sunday patches")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("heading", { name: "Sunday patches" }).waitFor()

  await page.goto(`/projects/${project.id}/maintenances/new`)
  await page.getByRole("button", { name: "Schedule maintenance" }).click()
  await page.getByRole("alert").waitFor()
  await page.getByLabel("Title").fill("New disks")
  await page.getByLabel("Monitors", { exact: true }).fill("Sho")
  await page.getByRole("option", { name: "Shop" }).click()
  await page.keyboard.press("Escape")
  await page.getByLabel("Starts", { exact: true }).fill(local(Date.now() - 5 * 60_000))
  await page.getByLabel("Ends", { exact: true }).fill(local(Date.now() + 55 * 60_000))
  await page.getByRole("button", { name: "Schedule maintenance" }).click()
  await page.getByRole("heading", { name: "New disks", level: 1 }).waitFor()
  // The job that starts windows; its effect arrives by subscription.
  const window = await prisma.maintenance.findFirstOrThrow({ where: { title: "New disks" } })
  await advanceMaintenances(api.world.services)
  await page.getByRole("button", { name: "Extend…" }).click()
  await page.getByLabel("By").selectOption("1 hour")
  await page.getByRole("dialog").getByRole("button", { name: "Extend" }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await expect
    .poll(
      async () => (await prisma.maintenance.findUniqueOrThrow({ where: { id: window.id } })).endsAt,
    )
    .toEqual(new Date(window.endsAt.getTime() + 3_600_000))
  await expectAccessible(visitor, "ongoing window")

  // A monitor in a window says so: its page, lists, the overview, its incident, its alert and the calendar.
  await page.getByRole("link", { name: "Shop" }).click()
  await page.getByText("checks continue, but nobody is paged").waitFor()
  await expectAccessible(visitor, "monitor in maintenance")
  await page.getByRole("link", { name: "Monitors", exact: true }).first().click()
  await page.locator("#main .labels").getByText("Maintenance", { exact: true }).first().waitFor()
  await page.getByRole("link", { name: "Overview" }).click()
  await page.getByRole("heading", { name: "1 of 1 is in maintenance" }).waitFor()
  await page.getByText("In maintenance, ends").waitFor()
  const note = page.getByText("checks continue, but nobody is paged")
  await page
    .getByRole("link", { name: /^Incidents/ })
    .first()
    .click()
  const incidents = page.getByRole("list", { name: "Incidents" })
  await incidents.getByText("Maintenance", { exact: true }).waitFor()
  await incidents.getByRole("link").first().click()
  await note.waitFor()
  await page.getByText("· in maintenance").waitFor()
  await expectAccessible(visitor, "incident in maintenance")
  await page
    .getByRole("link", { name: /^Alerts/ })
    .first()
    .click()
  const alerts = page.getByRole("list", { name: "Alerts" })
  await alerts.getByText("in maintenance").waitFor()
  await alerts.getByRole("link").first().click()
  await note.waitFor()
  await expectAccessible(visitor, "alert in maintenance")

  await page.getByRole("link", { name: "Maintenance", exact: true }).click()
  await page
    .getByRole("link", { name: /New disks/ })
    .first()
    .waitFor()
  await expectAccessible(visitor, "maintenance calendar")
  await page
    .getByRole("link", { name: /New disks/ })
    .first()
    .click()
  await page.getByRole("button", { name: "End now" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "End now" }).click()
  await page.getByText("Completed").waitFor()

  await page.goto(`/projects/${project.id}/maintenances/list?state=COMPLETED`)
  await page.getByRole("link", { name: "New disks" }).waitFor()
  await page.getByLabel("Scheduled or ongoing").selectOption("")
  await page.getByRole("link", { name: "Sunday patches" }).first().waitFor()
  await expectAccessible(visitor, "maintenance list")
  await page.getByRole("link", { name: "Series", exact: true }).click()
  await page.getByRole("listitem").filter({ hasText: "Active" }).getByRole("link").click()
  await page.getByRole("button", { name: /^More actions/ }).click()
  await page.getByRole("menuitem", { name: "Cancel series…" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel series" }).click()
  await page.getByText("Canceled").first().waitFor()
  expect(visitor.faults).toEqual([])
})
