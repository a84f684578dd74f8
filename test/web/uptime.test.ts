import { expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { changeOf, createdMonitor, midnight } from "../support/history.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

const hour = 3_600_000

test("a monitor's page shows its uptime with its coverage, and each day", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { world } = api
  const project = await world.services.database.prisma.project.findFirstOrThrow()
  const monitor = await createdMonitor(world, project.id, midnight(-80))
  // Checked for 20 days, then not for ten, then again; down once for six hours.
  await changeOf(world, monitor.id, "operational", midnight(-80))
  await changeOf(world, monitor.id, "unknown", midnight(-60))
  await changeOf(world, monitor.id, "operational", midnight(-50))
  await changeOf(world, monitor.id, "offline", midnight(-10))
  await changeOf(world, monitor.id, "operational", new Date(midnight(-10).getTime() + 6 * hour))
  await page.goto(`/projects/${project.id}/monitors/${monitor.id}`)

  const card = page.getByRole("region", { name: "Uptime" })
  await card.getByRole("img", { name: /Outages on 1 day, no data for \d+/ }).waitFor()
  expect(await card.getByRole("definition").allTextContents()).toEqual([
    "100% ",
    "100% ",
    expect.stringMatching(/^99\.1\d*% $/),
    expect.stringMatching(/^99\.6\d*% · (69|70|71) d( \d+ h)? of data$/),
  ])
  const days = await card.locator("rect title").allTextContents()
  expect(days).toHaveLength(90)
  expect(days.at(-11)).toMatch(/\(UTC\), 75%, 6 h offline$/)
  expect(days.at(-56)).toMatch(/no data$/)
  await expectAccessible(visitor, "uptime")
  expect(visitor.faults).toEqual([])
})
