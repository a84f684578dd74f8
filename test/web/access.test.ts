import type { Page, Response } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { said } from "../support/findings.ts"
import { grantable, type Permission } from "../../src/graphql/kernel/access.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as {
  visitor: Visitor
  projectId: string
  labelId: string
  refused: string[]
  pending: Set<object>
}
const page = () => held.visitor.page
const to = (path: string) => page().goto(`/projects/${held.projectId}${path}`)
const links = () => page().getByRole("navigation", { name: "Project" }).getByRole("link")

async function readAnswer(response: Response): Promise<void> {
  // Its page may be left before it is read.
  const text = await response.text().catch(() => "")
  if (text.includes('"errors"')) held.refused.push(text)
  held.pending.delete(response.request())
}

/** Everything that the server refused, and the requests that it has not answered. */
function listen(on: Page): void {
  on.on("request", (request) => {
    if (request.url().endsWith("/graphql")) held.pending.add(request)
  })
  on.on("requestfailed", (request) => void held.pending.delete(request))
  on.on("response", (response) => {
    if (response.url().endsWith("/graphql")) void readAnswer(response)
  })
  on.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const text = payload.toString()
      if (text.includes('"errors"')) held.refused.push(text)
    }),
  )
}

beforeAll(async () => {
  held.refused = []
  held.pending = new Set()
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  held.projectId = (await api.world.services.database.prisma.project.findFirstOrThrow()).id
  const { projectId } = held
  const label = await createLabel(api.world.system, { projectId, name: "Shop" })
  held.labelId = label.id
  const target = { projectId, kind: "tcp", host: "127.0.0.1", port: 1 } as const
  await createMonitor(api.world.system, { ...target, name: "Checkout", labelIds: [label.id] })
  const failing = await insertMonitor(api.world, projectId, { failureThreshold: 1 })
  await recordChecks(api.world.services, [checkOf(failing, new Date(), offline)])
  listen(page())
})

/** From the next request on, she has a role of these permissions alone. */
async function become(permissions: readonly Permission[], labelIds: string[] = []) {
  const { prisma } = api.world.services.database
  const { projectId } = held
  const data = { id: newId(), projectId, name: newId(), permissions: [...permissions] }
  const role = await prisma.customRole.create({ data })
  await prisma.member.updateMany({ data: { role: "custom", customRoleId: role.id, labelIds } })
}

/** Opens each section in the rail, and returns their names. */
async function openEach(): Promise<string[]> {
  await to("")
  await page().getByRole("heading", { name: "Overview", level: 1 }).waitFor()
  const names: string[] = []
  for (const link of await links().all()) {
    const name = (await link.getAttribute("title")) ?? ""
    await link.click()
    const title = name === "Settings" ? "General" : name
    await page().getByRole("heading", { name: title, exact: true, level: 1 }).waitFor()
    await page()
      .locator("#main")
      .getByRole("status", { name: "Loading" })
      .waitFor({ state: "detached" })
    expect(await page().getByText("You do not have access").count()).toBe(0)
    names.push(name)
  }
  await soon(() => held.pending.size).toBe(0)
  return names
}

test("a role with only monitors:read sees the monitors on the overview, and asks for nothing else", async () => {
  await become(["monitors:read"])
  expect(await openEach()).toEqual(["Overview", "Monitors", "SLOs", "Settings"])
  await to("")
  await page().getByRole("heading", { name: "1 of 2 is offline" }).waitFor()
  await page()
    .getByText(said(offline) ?? "")
    .waitFor()
  // Loads after the problems.
  await page().getByRole("heading", { name: "Least reliable" }).waitFor()
  expect(await page().getByRole("heading", { level: 2 }).allTextContents()).toEqual([
    "1 of 2 is offline",
    "Slowest",
    "Least reliable",
  ])
  await expectAccessible(held.visitor, "overview of a role with monitors:read")
  // No form that would be refused, also at its URL.
  for (const path of [
    "/monitors/new",
    "/monitors/import",
    "/slos/new",
    "/on-call/policies/new",
    "/on-call/rotations/new",
    "/status-pages/new",
    "/maintenances/new",
    "/settings/channels/new",
    "/settings/webhooks/new",
  ]) {
    await to(path)
    await page().getByRole("heading", { name: "You do not have access to this page" }).waitFor()
    expect(await page().locator("#main form").count()).toBe(0)
  }
  await to("/incidents")
  await page().getByRole("heading", { name: "You do not have access to this page" }).waitFor()
  await page().getByText("Your role in this project does not include incidents:read.").waitFor()
  await expectAccessible(held.visitor, "a page without access")
  await to("/settings/keys")
  await page().getByText("Your role in this project does not include keys:read.").waitFor()
  await to("/monitors/new")
  await page().getByText("Your role in this project does not include monitors:write.").waitFor()
  expect(held.refused).toEqual([])
  expect(held.visitor.faults).toEqual([])
})

test("a role with only incidents:read sees the open incidents, without their monitors", async () => {
  await become(["incidents:read"])
  expect(await openEach()).toEqual(["Overview", "Incidents", "Settings"])
  await to("")
  const incidents = page().getByRole("region", { name: "Open incidents" })
  await incidents.getByRole("link").nth(1).click()
  await page().getByRole("heading", { name: "Details" }).waitFor()
  await soon(() => held.pending.size).toBe(0)
  expect(await page().getByRole("heading", { name: "Monitors" }).count()).toBe(0)
  await page().keyboard.press("Control+k")
  await page().getByRole("combobox").fill("down")
  await page()
    .getByRole("option", { name: /is down/ })
    .first()
    .waitFor()
  expect(await page().getByRole("option", { name: "Monitors" }).count()).toBe(0)
  await soon(() => held.pending.size).toBe(0)
  expect(held.refused).toEqual([])
  expect(held.visitor.faults).toEqual([])
})

test("a person limited to labels sees no section of the whole project", async () => {
  await become(grantable, [held.labelId])
  expect(await openEach()).toEqual([
    "Overview",
    "Incidents",
    "Alerts",
    "Monitors",
    "On call",
    "Maintenance",
    "Settings",
  ])
  await to("/reports")
  await page().getByText("Your access is limited to monitors with certain labels.").waitFor()

  // A new monitor needs one of their labels; the only one is selected.
  await to("/monitors/new")
  await page().getByText("Your access is limited to these labels: keep at least one.").waitFor()
  await soon(() => page().getByRole("checkbox", { name: "Shop" }).isChecked()).toBe(true)
  await page().getByLabel("URL").fill("http://127.0.0.1:1/cart")
  await page().getByLabel("Name", { exact: true }).fill("Cart")
  await page().getByRole("button", { name: "Add monitor", exact: true }).click()
  await page().getByRole("heading", { name: "Cart", level: 1 }).waitFor()
  await soon(() => held.pending.size).toBe(0)
  expect(held.refused).toEqual([])
  expect(held.visitor.faults).toEqual([])
})
