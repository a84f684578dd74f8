import { beforeAll, expect, test } from "vitest"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor }
const page = () => held.visitor.page
const openMonitors = async () => {
  await page().goto("/")
  await page().getByRole("link", { name: "Monitors", exact: true }).click()
}
const act = async (name: string) => {
  await page().getByRole("button", { name: "More actions" }).click()
  await page().getByRole("menuitem", { name, exact: true }).click()
}
const monitors = () => api.world.services.database.prisma.monitor

beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
})

/** The form input for each kind, and the resulting row in the table. */
const kinds = [
  {
    radio: "HTTP",
    typed: { URL: "https://shop.example.test/health", "Request headers": "Accept: text/plain" },
    stored: { kind: "http", url: "https://shop.example.test/health" },
  },
  {
    radio: "TCP",
    typed: { Host: "db.example.test", Port: "5432" },
    stored: { kind: "tcp", host: "db.example.test", port: 5432, intervalSeconds: 300 },
    interval: "5m",
  },
  { radio: "Ping", typed: { Host: "192.0.2.7" }, stored: { kind: "ping", host: "192.0.2.7" } },
  {
    radio: "DNS",
    typed: {
      Host: "example.test",
      "Expected values": "10 mail.example.test\n20 spare.example.test",
    },
    stored: {
      kind: "dns",
      dnsRecordType: "MX",
      settings: { expectedValues: ["10 mail.example.test", "20 spare.example.test"] },
    },
    record: "MX",
  },
  {
    radio: "TLS",
    typed: { Host: "example.test", "Server name": "www.example.test" },
    stored: { kind: "tls", port: 443, settings: { serverName: "www.example.test" } },
  },
  {
    radio: "Heartbeat",
    typed: { "Expected every (minutes)": "30", "Grace period (minutes)": "0" },
    stored: { kind: "heartbeat", heartbeatIntervalMinutes: 30, heartbeatGraceMinutes: 0 },
  },
]

test.each(kinds)("a $radio monitor is added from its form", async (kind) => {
  await page().goto("/")
  await page()
    .getByRole("link", { name: /Add (your first )?monitor/ })
    .click()
  await page().getByRole("radio", { name: kind.radio }).check()
  await page().getByText("More settings").click()
  const name = `My ${kind.radio}`
  await page().getByLabel("Name", { exact: true }).fill(name)
  for (const [label, text] of Object.entries(kind.typed)) {
    await page()
      .getByRole("textbox", { name: label })
      .or(page().getByRole("spinbutton", { name: label }))
      .fill(text)
  }
  if (kind.interval) await page().getByLabel("Check every").selectOption(kind.interval)
  if (kind.record) await page().getByLabel("Record type", { exact: true }).selectOption(kind.record)
  await page().getByRole("button", { name: "Add monitor" }).click()
  await page().getByRole("heading", { name, level: 1 }).waitFor()
  expect(await monitors().findFirst({ where: { name } })).toMatchObject(kind.stored)
  expect(held.visitor.faults).toEqual([])
})

test("a heartbeat's URL is copied with one click", async () => {
  await page().context().grantPermissions(["clipboard-read", "clipboard-write"])
  await openMonitors()
  await page().getByRole("link", { name: "My Heartbeat" }).click()
  await page().getByRole("button", { name: "Copy heartbeat URL" }).click()
  await page().getByText("Copied", { exact: true }).waitFor()
  const copied = await page().evaluate<string>("navigator.clipboard.readText()")
  expect(copied).toMatch(new RegExp(`^${base}/ping/[\\w-]{43}$`))
})

test("a heartbeat's pings are listed and filtered, and a body is text", async () => {
  const url = await page().evaluate<string>("navigator.clipboard.readText()")
  const hostile = "<img src=x onerror=alert(1)> disk full\nsecond line"
  await fetch(`${url}/start`)
  await fetch(`${url}/3`, { method: "POST", body: hostile })
  await fetch(`${url}?ping=1500`)
  await page().getByRole("link", { name: "Pings" }).click()
  const pings = page().getByRole("region", { name: "Pings" })
  const lines = pings.getByRole("listitem")
  await soon(() => lines.count()).toBe(3)
  await expectAccessible(held.visitor, "pings")
  await page().getByRole("spinbutton", { name: "Exit code" }).fill("3")
  await soon(() => lines.count()).toBe(1)
  await lines.getByRole("button", { name: /Failure/ }).click()
  await pings.getByText("127.0.0.1").waitFor()
  expect(await pings.getByLabel("body of the ping").last().textContent()).toBe(hostile)
  expect(await pings.locator("img").count()).toBe(0)
  await page().getByRole("button", { name: "Clear filters" }).click()
  await page().getByRole("searchbox", { name: "Search in bodies and addresses" }).fill("DISK")
  await soon(() => lines.count()).toBe(1)
  await page().getByRole("button", { name: "Clear filters" }).click()
  await page().getByLabel("All pings").selectOption("Success")
  await soon(() => lines.count()).toBe(1)
  await lines.getByText("1.50 s").waitFor()
  expect(held.visitor.faults).toEqual([])
})

test("a monitor is edited, muted, paused and deleted from its page", async () => {
  await openMonitors()
  await page().getByRole("link", { name: "My HTTP" }).click()
  await act("Edit")
  const name = page().getByLabel("Name", { exact: true })
  await name.fill("Shop")
  await page().getByText("More settings").click()
  await page().getByRole("button", { name: "Status code" }).click()
  await page().getByLabel("Status code is one of").fill("200,301")
  await page().getByRole("button", { name: "Save changes" }).click()
  await page().getByRole("heading", { name: "Shop", level: 1 }).waitFor()
  const { id, url, sealedHeaders, settings } = await monitors().findFirstOrThrow({
    where: { name: "Shop" },
  })
  expect({ url, settings }).toEqual({
    url: "https://shop.example.test/health",
    settings: { assertions: [{ kind: "status", codes: "200,301", level: "offline" }] },
  })
  expect(sealedHeaders).not.toBeNull()

  await act("Mute")
  await page().getByLabel("Duration").selectOption("4 hours")
  await page().getByRole("dialog").getByRole("button", { name: "Mute" }).click()
  await page().getByText("Muted until").waitFor()
  await page().getByRole("button", { name: "Undo" }).click()
  await page().getByText("Muted until").waitFor({ state: "detached" })
  await act("Mute")
  await page().getByRole("dialog").getByRole("button", { name: "Mute" }).click()
  await page().getByText("Muted until").waitFor()
  await act("Unmute")
  await page().getByText("Muted until").waitFor({ state: "detached" })

  await act("Pause")
  await page().getByText("Paused for").waitFor()
  await page().getByRole("button", { name: "Resume" }).click()
  await page().getByText("Unknown for").waitFor()
  await page().getByRole("button", { name: "Check now" }).click()
  await page().getByRole("button", { name: "Checking…" }).waitFor()
  expect(await monitors().findUnique({ where: { id } })).toMatchObject({
    pausedAt: null,
    checkRequestedAt: expect.any(Date),
  })

  // Nothing is deleted while it can be undone; another page deletes it at once.
  const shop = page().getByRole("list", { name: "Monitors" }).getByRole("link", { name: "Shop" })
  await act("Delete")
  await page().getByText("5 monitors").waitFor()
  expect(await shop.count()).toBe(0)
  await page().keyboard.press("Control+z")
  await shop.click()
  expect(await monitors().findUnique({ where: { id } })).toMatchObject({ deletedAt: null })
  await act("Delete")
  await page().getByText("5 monitors").waitFor()
  await page().getByRole("link", { name: "Incidents", exact: true }).click()
  await soon(() => monitors().count({ where: { id, deletedAt: null } })).toBe(0)
  await page().getByText("Shop: deletedUndo").waitFor({ state: "detached" })
  expect(held.visitor.faults).toEqual([])
})

test("the list is searched and filtered, and the URL keeps the filter", async () => {
  await openMonitors()
  const rows = page().getByRole("list", { name: "Monitors" }).getByRole("listitem")
  await page().getByLabel("Search by name, target, or label").fill("db.example")
  await soon(() => rows.count()).toBe(1)
  await page().reload()
  await page().getByRole("link", { name: "My TCP" }).waitFor()
  expect(await rows.count()).toBe(1)
  await page().getByLabel("Status").selectOption({ label: "Offline (0)" })
  await page().getByText("No matching monitors").waitFor()
  await page().getByRole("button", { name: "Show all monitors" }).click()
  await soon(() => rows.count()).toBe(5)
})

test("what depends on a monitor is shown on its page, and asked before it is deleted", async () => {
  const { system } = api.world
  const { id: projectId } = await api.world.services.database.prisma.project.findFirstOrThrow()
  const of = (name: string) =>
    ({ projectId, kind: "tcp", name, host: "127.0.0.1", port: 1 }) as const
  const { id } = await createMonitor(system, of("Router"))
  await createMonitor(system, { ...of("Rack"), parentId: id })
  await createSlo(system, {
    projectId,
    name: "Network",
    monitorIds: [id],
    targetPercent: 99,
    windowDays: 30,
    indicator: "monitors",
  })
  const shown = await createStatusPage(system, {
    projectId,
    name: "Acme status",
    slug: "acme-status",
  })
  await attachMonitor(system, { statusPageId: shown.id, monitorId: id })
  const startsAt = new Date(Date.now() + 86_400_000)
  await scheduleMaintenance(system, {
    projectId,
    title: "New cables",
    monitorIds: [id],
    startsAt,
    endsAt: new Date(startsAt.getTime() + 3_600_000),
  })
  await page().goto(`/projects/${projectId}/monitors/${id}`)
  const card = page().getByRole("region", { name: "Dependencies" })
  const toasts = page().getByRole("region", { name: "Notifications" })
  for (const name of ["Rack", "Network", "Acme status", "New cables"]) {
    await card.getByRole("link", { name }).waitFor()
  }
  await expectAccessible(held.visitor, "dependencies")
  await act("Delete")
  const dialog = page().getByRole("dialog", { name: "Delete Router?" })
  for (const name of ["Rack", "Network", "Acme status", "New cables"]) {
    await dialog.getByText(name).waitFor()
  }
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await card.getByRole("link", { name: "Rack" }).click()
  await page().getByRole("heading", { name: "Rack", level: 1 }).waitFor()
  await act("Delete")
  await toasts.getByText("Rack: deleted").waitFor()
  await page().goto(`/projects/${projectId}/monitors/${id}`)
  await act("Delete")
  await dialog.getByRole("button", { name: "Delete" }).click()
  await toasts.getByText("Router: deleted").waitFor()
  expect(held.visitor.faults).toEqual([])
})
