import { readFile } from "node:fs/promises"
import { beforeAll, expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({
  ...apiEnv,
  PORT: port,
  BASE_URL: base,
})
const held = {} as { visitor: Visitor; projectId: string }

beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  held.projectId = (await api.world.services.database.prisma.project.findFirstOrThrow()).id
})

const open = async (path: string, title: string) => {
  const { page } = held.visitor
  await page.goto(`/projects/${held.projectId}/settings/${path}`)
  await page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor()
}

/** A key that this member made, when they still could. */
async function makeKeyOf(email: string) {
  const { prisma } = api.world.services.database
  const input = { projectId: held.projectId, class: "ingestion", name: "Deploys" } as const
  const { key } = await createKey(api.world.system, input)
  const { id: createdBy } = await prisma.user.findUniqueOrThrow({ where: { email } })
  await prisma.apiKey.update({ where: { id: key.id }, data: { createdBy } })
}

async function chooseLabel(label: string) {
  const dialog = held.visitor.page.getByRole("dialog")
  await dialog.getByRole("combobox", { name: label }).fill("Shop")
  await held.visitor.page.getByRole("option", { name: "Shop" }).click()
}

/** With a limit she sees one of two monitors on each page; without it, both. */
async function limitGrace(guest: Visitor) {
  const { page } = held.visitor
  const { projectId } = held
  const ctx = api.world.system
  const label = await createLabel(ctx, { projectId, name: "Shop" })
  const target = { projectId, kind: "tcp", host: "127.0.0.1", port: 1 } as const
  await createMonitor(ctx, { ...target, name: "Checkout", labelIds: [label.id] })
  const other = await createMonitor(ctx, { ...target, name: "Payroll" })
  await page.reload()
  await page.getByRole("button", { name: "Limit Grace Hopper" }).click()
  await chooseLabel("Only monitors with one of these labels")
  await expectAccessible(held.visitor, "the limit of a member")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Only monitors with Shop").waitFor()
  await guest.page.goto(`/projects/${projectId}`)
  await guest.page.locator("#now").waitFor()
  expect(await guest.page.getByText("Payroll").count()).toBe(0)
  await guest.page.goto(`/projects/${projectId}/monitors`)
  await guest.page.getByText("Checkout").first().waitFor()
  expect(await guest.page.getByText("Payroll").count()).toBe(0)
  await guest.page.goto(`/projects/${projectId}/monitors/${other.id}`)
  await guest.page.getByText("There is no such monitor.").first().waitFor()
  await page.getByRole("button", { name: "Limit Grace Hopper" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove Shop" }).click()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Only monitors with Shop").waitFor({ state: "detached" })
}

test("a member is invited, limited and removed; the audit log and the usage page say so", async () => {
  const { page } = held.visitor
  await open("members", "Members")
  await page.getByLabel("Email address").fill("grace@example.test")
  await page.getByLabel("Role", { exact: true }).selectOption("Editor")
  await page.getByRole("button", { name: /^Invite/ }).click()
  const link = await page.getByText(/\/invitations\//).textContent()
  const guest = await browser.visit(base)
  await guest.page.goto(new URL(link ?? "").pathname)
  await guest.page.getByLabel("Your name").fill("Grace Hopper")
  await guest.page.getByLabel("Password").fill("short")
  await guest.page.getByRole("button", { name: "Create account" }).click()
  await guest.page.locator("[aria-invalid=true]").waitFor()
  expect(await guest.page.getByText("[body").count()).toBe(0)
  await guest.page.getByLabel("Password").fill("another long password")
  await guest.page.getByRole("button", { name: "Create account" }).click()
  await guest.page.getByRole("button", { name: "Join the project" }).click()
  await guest.page.getByRole("link", { name: "Settings", exact: true }).waitFor()

  await page.reload()
  await page.getByRole("button", { name: "New role" }).click()
  await page.getByRole("dialog").getByLabel("Name").fill("Support")
  await page.getByRole("checkbox", { name: "incidents:write" }).check()
  await page.getByRole("button", { name: "Add role" }).click()
  await page.getByRole("list", { name: "Custom roles" }).getByText("incidents:write").waitFor()
  await page.getByLabel("Role of Grace Hopper").selectOption("Support")
  await page.getByText("Grace Hopper is now support").first().waitFor()
  await expectAccessible(held.visitor, "members with a custom role")
  await page.getByLabel("Role of Grace Hopper").selectOption("Viewer")
  await page.getByText("Grace Hopper is now viewer").first().waitFor()
  await limitGrace(guest)
  await guest.page.goto(`/projects/${held.projectId}/settings/webhooks`)
  await guest.page.getByRole("heading", { name: "No webhook endpoints yet" }).waitFor()
  expect(await guest.page.getByRole("link", { name: "Add endpoint" }).count()).toBe(0)
  await makeKeyOf("grace@example.test")
  await page.getByRole("button", { name: "Remove Grace Hopper" }).click()
  await page.getByText("Grace Hopper made Deploys: create new ones").waitFor()
  await page.getByRole("button", { name: "Remove member" }).click()
  await page.getByText("Grace Hopper was removed").first().waitFor()
  await guest.page.goto(`/projects/${held.projectId}/settings/members`)
  await guest.page.getByText("grace@example.test").waitFor({ state: "detached" })

  await open("audit", "Audit log")
  const entries = page.getByRole("region", { name: "Entries" })
  await entries.getByText("Project created").waitFor()
  await page.getByLabel("All objects").selectOption("Members")
  await entries.getByText("Project created").waitFor({ state: "detached" })
  await entries.getByText("Member role changed").first().waitFor()
  expect(page.url()).toContain("about=member.")
  await entries.getByText("1 value").first().click()
  await expectAccessible(held.visitor, "audit log")
  await page.getByLabel("Search the audit log").fill("no such thing")
  await page.getByRole("heading", { name: "No matching entries" }).waitFor()
  await page.getByLabel("Search the audit log").fill("role changed")
  await entries.getByText("Member role changed").first().waitFor()
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Export JSON lines" }).click()
  const path = await (await download).path()
  expect(await readFile(path, "utf8")).toContain('"action":"member.role_changed"')
  await page.getByLabel("Everyone").selectOption("Watchkeeper")
  await page.getByRole("heading", { name: "No matching entries" }).waitFor()

  await open("usage", "Usage")
  await page.getByText("0 · no limit").first().waitFor()
  await page.getByRole("meter", { name: "This month" }).waitFor()
  await expectAccessible(held.visitor, "usage")
  await open("keys", "API keys")
  await page.getByRole("button", { name: "Create key" }).first().click()
  await page.getByLabel("Key name").fill("Agents")
  await page.getByRole("radio", { name: /^Legacy/ }).check()
  await chooseLabel("Limited to labels")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await page.getByText("metrics_path: /api/metrics").waitFor()
  await expectAccessible(held.visitor, "snippets of a key")
  await page.getByRole("button", { name: "Done" }).click()
  await page.getByText("Only monitors with Shop").waitFor()
  await page.getByRole("button", { name: "Create key" }).first().click()
  await page.getByLabel("Key name").fill("Shop window")
  await page.getByRole("radio", { name: /^Ingestion/ }).check()
  await page.getByLabel("Use it in web pages").check()
  await page.getByLabel("Allowed origins").fill("https://shop.example/cart")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await page.getByText(/Must be an origin such as/).waitFor()
  await expectAccessible(held.visitor, "key for web pages")
  await page.getByLabel("Allowed origins").fill("https://shop.example\nhttps://*.shop.example")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await page.getByText("new OTLPTraceExporter").waitFor()
  await page.getByRole("button", { name: "Done" }).click()
  await page.getByText("Public, for web pages").waitFor()
  await page.getByText("https://shop.example, https://*.shop.example").waitFor()
  expect(held.visitor.faults).toEqual([])
})

test("a monthly report is opened for any month and mailed to members and addresses", async () => {
  const { page } = held.visitor
  await page.goto(`/projects/${held.projectId}/reports`)
  await page.getByText("No monitor of this report existed in this month.").waitFor()
  await api.world.services.database.prisma.monitor.create({
    data: {
      id: newId(),
      projectId: held.projectId,
      name: "Shop",
      kind: "tcp",
      host: "127.0.0.1",
      port: 1,
      createdAt: new Date(Date.now() - 24 * 3_600_000),
      state: { create: {} },
    },
  })
  const months = page.getByLabel("Month", { exact: true })
  await months.selectOption({ index: 0 })
  await page.getByRole("row", { name: /Shop.*– 0%/ }).waitFor()
  expect(page.url()).toMatch(/month=20\d\d-\d\d$/)
  await expectAccessible(held.visitor, "uptime report")

  await page.getByRole("link", { name: "Send it monthly" }).click()
  await page.getByText("Nobody gets a report yet.").waitFor()
  await page.getByRole("button", { name: "New report" }).click()
  await page.getByRole("combobox", { name: "Members" }).fill("Ada")
  await page.getByRole("option", { name: /Ada Lovelace/ }).click()
  await page.getByLabel("Other addresses").fill("not an address")
  await page.getByRole("button", { name: "Add report" }).click()
  await page.getByText("Must be an e-mail address").first().waitFor()
  await page.getByLabel("Other addresses").fill("customer@example.test")
  await page.getByRole("button", { name: "Add report" }).click()
  await page.getByText("To Ada Lovelace, customer@example.test").waitFor()
  await expectAccessible(held.visitor, "monthly reports")
  expect(held.visitor.faults).toEqual([])
})
