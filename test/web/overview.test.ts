import { beforeAll, expect, test } from "vitest"
import type { Finding } from "../../src/findings/finding.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, insertMonitors, offline } from "../support/checks.ts"
import { midnight, monitorWith } from "../support/history.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; projectId: string }
const page = () => held.visitor.page
const card = (name: string) => page().getByRole("region", { name })
const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)

beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  const project = await api.world.services.database.prisma.project.findFirstOrThrow()
  held.projectId = project.id
})

test("an empty project shows first steps until they are dismissed", async () => {
  expect(new URL(page().url()).pathname).toBe(`/projects/${held.projectId}`)
  expect(await page().title()).toBe("Overview · Watchkeeper")
  await page().getByRole("link", { name: "Add your first monitor" }).waitFor()
  const steps = card("First steps")
  await steps.getByText("0 of 6 done").waitFor()
  await steps.getByRole("link", { name: "Add a contact method" }).click()
  await page().getByRole("heading", { name: "Contact methods", level: 1 }).waitFor()
  await page().keyboard.press("g")
  await page().keyboard.press("o")
  await page().getByRole("button", { name: "Dismiss first steps" }).click()
  await steps.waitFor({ state: "detached" })
  await page().reload()
  await page().getByText("Nobody. Alerts page the owners and admins.").waitFor()
  expect(await steps.count()).toBe(0)
  expect(held.visitor.faults).toEqual([])
})

test("the overview shows problems, on-call people and recent reliability, and updates live", async () => {
  const { system, services } = api.world
  const { projectId } = held
  const up = ["operational", midnight(-40)] as const
  const shop = await monitorWith(api.world, projectId, midnight(-40), [up])
  const search = await monitorWith(api.world, projectId, midnight(-40), [
    up,
    ["offline", ago(6)],
    ["operational", ago(4)],
  ])
  const rename = (id: string, name: string, failureThreshold = 1) =>
    services.database.prisma.monitor.update({ where: { id }, data: { name, failureThreshold } })
  await rename(shop.id, "Shop")
  await rename(search.id, "Search")
  await recordChecks(services, [
    checkOf(shop, ago(1.5), { durationMs: 40 }),
    checkOf(search, ago(1.5), { durationMs: 250 }),
  ])
  await rollUp(services)
  const owner = await services.database.prisma.user.findFirstOrThrow()
  await createPolicy(system, {
    projectId,
    name: "Default",
    rules: [{ delayMinutes: 0, targets: [{ userId: owner.id }] }],
  })
  await scheduleMaintenance(system, {
    projectId,
    title: "New disks",
    startsAt: ago(-20),
    endsAt: ago(-22),
    monitorIds: [shop.id],
  })
  await page().reload()
  await page().getByRole("heading", { name: "All 2 monitors are operational" }).waitFor()
  await card("On call now").getByText("Ada Lovelace").waitFor()
  await card("Maintenance").getByText("New disks").waitFor()
  await card("Slowest").getByText("250 ms").waitFor()
  expect(await card("Slowest").getByRole("link").allTextContents()).toEqual(["Search", "Shop"])
  expect(await card("Least reliable").getByRole("link").allTextContents()).toEqual(["Search"])
  await card("Least reliable").getByText("down 2 h", { exact: true }).waitFor()
  const day = page().getByRole("img", { name: /^All monitors in the last 24 hours/ })
  const label = (await day.getAttribute("aria-label")) ?? ""
  expect(label).toMatch(/: 95\.[678]\d*% up\./)
  expect(label).toMatch(/Outages in [23] hours/)

  // An outage appears by itself, leads to its incident, and goes again.
  await recordChecks(services, [checkOf(shop, ago(0.01), offline)])
  await page().getByRole("heading", { name: "1 of 2 is offline" }).waitFor()
  const now = card("1 of 2 is offline")
  await now.getByText("127.0.0.1 refused the connection on port 1.").waitFor()
  await card("Open incidents").getByRole("link", { name: "Shop is down" }).waitFor()
  await expectAccessible(held.visitor, "overview with an outage")
  await now.getByRole("link", { name: "Shop" }).click()
  await page().getByRole("heading", { name: "Shop is down", level: 1 }).waitFor()
  await card("Monitors").getByRole("link", { name: "Shop" }).click()
  await card("Status").getByRole("link", { name: "Incident #1" }).waitFor()
  await card("Status").getByRole("link", { name: "Alert timeline" }).waitFor()
  await page().goBack()
  await page().getByRole("link", { name: "Overview" }).click()
  await recordChecks(services, [checkOf(shop, new Date())])
  await page().getByRole("heading", { name: "All 2 monitors are operational" }).waitFor()
  await soon(() => card("Open incidents").count()).toBe(0)

  // A failure that waits for its confirmation; the time in its reason is the viewer's.
  await rename(shop.id, "Shop", 2)
  const at = "2026-11-01T10:00:00.000Z"
  const expired: Finding = { code: "certificate_expired", parameters: { at } }
  await recordChecks(services, [checkOf(shop, new Date(), { ...offline, findings: [expired] })])
  await page().reload()
  const pending = page().getByRole("list", { name: "Failures waiting for confirmation" })
  await pending.getByText("1 of 2 failures").waitFor()
  await pending.getByText(/next check in \d+ s/).waitFor()
  await pending.getByText(/The certificate expired at (?!2026-11-01T)/).waitFor()
  await expectAccessible(held.visitor, "calm overview")
  expect(held.visitor.faults).toEqual([])
})

const shots = process.env["SHOTS"]

/** Checks the page on a desk and on a phone, and takes pictures to look at. */
async function lookAt(name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page().setViewportSize({ width, height })
    const overflow = await page().evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    )
    expect(overflow, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
    for (const colorScheme of ["light", "dark"] as const) {
      if (shots === undefined) continue
      await page().emulateMedia({ colorScheme })
      await page().screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page().setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(held.visitor, name)
}

const words = (noun: string) => `50 ${noun}s · 10.0.0.7 refused the connection.`

test("fifty monitors of one address are one line, which opens, is selected and acted on as one", async () => {
  const { services } = api.world
  const { projectId } = held
  const { prisma } = services.database
  const monitors = await insertMonitors(api.world, projectId, 50)
  const refused: Finding = {
    code: "not_connected",
    parameters: {
      tries: [{ endpoint: "10.0.0.7:443", fault: "refused", errorCode: null }],
      withinMs: null,
    },
  }
  await recordChecks(
    services,
    monitors.map((monitor) =>
      checkOf(monitor, new Date(), { ...offline, findings: [refused], address: "10.0.0.7" }),
    ),
  )
  const group = (noun: string) => page().getByRole("button", { name: words(noun) })
  const bar = page().getByRole("toolbar")
  const said = (text: string) =>
    page().getByRole("region", { name: "Notifications" }).getByText(text)

  await page().reload()
  await page()
    .getByRole("heading", { name: /^50 of \d+ are offline/ })
    .waitFor()
  await group("monitor").waitFor()
  await lookAt("overview-storm")
  await group("monitor").click()
  await page().getByRole("link", { name: "Shop 50", exact: true }).waitFor()
  await page().getByRole("link", { name: "Monitors", exact: true }).click()
  await page()
    .getByText(/^50 of \d+ are offline/)
    .waitFor()
  await page().getByRole("link", { name: "Overview", exact: true }).click()
  await page().getByRole("button", { name: "Acknowledge" }).click()
  await said("50 alerts acknowledged").waitFor()
  await page().keyboard.press("Control+z")
  await soon(() =>
    prisma.alert.count({ where: { projectId, acknowledgedAt: { not: null } } }),
  ).toBe(0)

  await page()
    .getByRole("link", { name: /^Incidents/ })
    .first()
    .click()
  await group("incident").waitFor()
  await page().getByRole("checkbox", { name: "Select 50 incidents" }).click()
  await bar.getByText("50 selected").waitFor()
  await lookAt("incidents-storm")
  await page().keyboard.press("Escape")
  await soon(() => bar.count()).toBe(0)
  expect(held.visitor.faults).toEqual([])
})
