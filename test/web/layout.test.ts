import { expect, test } from "vitest"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { insertMonitors } from "../support/checks.ts"
import { declareOn } from "../support/outage.ts"
import { soon } from "../support/soon.ts"
import {
  expectAccessible,
  freePort,
  password,
  signUp,
  useBrowser,
  type Visitor,
} from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; projectId: string }
const page = () => held.visitor.page
const heading = (name: string) => page().getByRole("heading", { name, level: 1 })

test("a sign-up error is shown at its field", async () => {
  held.visitor = await browser.visit(base)
  await page().goto("/")
  await page().getByLabel("Your name").fill("Ada")
  await page().getByLabel("E-mail").fill("nonsense")
  await page().getByLabel("Password").fill(password)
  await page().getByRole("button", { name: "Create account" }).click()
  const email = page().getByLabel("E-mail")
  await soon(() => email.getAttribute("aria-invalid")).toBe("true")
  await soon(() => page().locator(":focus").getAttribute("name")).toBe("email")
  expect(await page().locator("form").textContent()).not.toContain("[body")
})

test("Ctrl+K finds monitors, incidents, pages and commands", async () => {
  await signUp(held.visitor, "ada@example.test", "Acme")
  const project = await api.world.services.database.prisma.project.findFirstOrThrow()
  held.projectId = project.id
  const [monitor] = await insertMonitors(api.world, project.id, 30)
  if (monitor === undefined) throw new Error("no monitor was inserted")
  await declareOn(api.world, { ...monitor, name: "Ledger" }, { level: "offline" })
  await page().keyboard.press("Control+k")
  const palette = page().getByRole("dialog", { name: "Search and commands" })
  await palette.getByRole("option", { name: /^Incidents/ }).waitFor()
  await expectAccessible(held.visitor, "palette")
  await page().keyboard.type("shop 17")
  await palette.getByRole("option", { name: /^Shop 17/ }).waitFor()
  await page().keyboard.press("Enter")
  await heading("Shop 17").waitFor()
  await page().keyboard.press("Control+k")
  await page().keyboard.type("on call")
  await palette.getByRole("option", { name: /^On call/ }).waitFor()
  await page().keyboard.press("Enter")
  await heading("On call").waitFor()
  await page().keyboard.press("Control+k")
  await page().keyboard.type("ledger")
  await palette
    .getByRole("group", { name: "Incidents" })
    .getByRole("option", { name: /^Ledger/ })
    .waitFor()
  await page().keyboard.press("Enter")
  await heading("Ledger is down").waitFor()
  await page().keyboard.press("Control+k")
  await palette.getByRole("combobox").fill("audit")
  await palette.getByRole("option", { name: /^Audit log/ }).waitFor()
  await page().keyboard.press("Enter")
  await heading("Audit log").waitFor()
  await page().keyboard.press("Control+k")
  await palette.getByRole("combobox").fill("shortcuts")
  await palette
    .getByRole("group", { name: "Commands" })
    .getByRole("option", { name: /^Help/ })
    .waitFor()
  await soon(() => palette.getByRole("option").count()).toBe(1)
  await page().keyboard.press("Enter")
  await page().getByRole("dialog", { name: "Help" }).waitFor()
  await page().keyboard.press("Escape")
  await page().keyboard.press("Control+k")
  await palette.waitFor()
  await page().keyboard.press("Escape")
  await palette.waitFor({ state: "detached" })
  expect(held.visitor.faults).toEqual([])
})

test("what is typed while Ctrl+K still loads is searched for, and is no shortcut of the page", async () => {
  const { promise: isTyped, resolve: continueLoading } = Promise.withResolvers<void>()
  await page().route(/\/assets\/palette-/, async (route) => {
    await isTyped
    await route.continue()
  })
  await page().goto(`/projects/${held.projectId}/monitors`)
  await page().getByRole("link", { name: "Shop 1", exact: true }).waitFor()
  // The first monitor is the current row, which "m" would mute.
  await page().keyboard.press("j")
  await page().keyboard.press("Control+k")
  await page().keyboard.type("mm")
  await page().keyboard.press("Backspace")
  await page().keyboard.press("Backspace")
  await page().keyboard.type("shop 17")
  continueLoading()
  const palette = page().getByRole("dialog", { name: "Search and commands" })
  await palette.getByRole("option", { name: /^Shop 17/ }).waitFor()
  expect(await palette.getByRole("combobox").inputValue()).toBe("shop 17")
  await page().keyboard.type("x")
  expect(await palette.getByRole("combobox").inputValue()).toBe("shop 17x")
  await page().keyboard.press("Escape")
  await palette.waitFor({ state: "detached" })
  await page().unroute(/\/assets\/palette-/)
  const { prisma } = api.world.services.database
  expect(await prisma.monitor.count({ where: { mutedUntil: { not: null } } })).toBe(0)
  expect(held.visitor.faults).toEqual([])
})

const palette = () => page().getByRole("dialog", { name: "Search and commands" })

/** Types into the palette and takes its first option, which must be this one. */
async function act(text: string, option: RegExp) {
  await page().keyboard.press("Control+k")
  await page().keyboard.type(text)
  const found = palette().getByRole("option", { name: option }).first()
  await found.waitFor()
  await soon(() => found.getAttribute("data-highlighted")).not.toBeNull()
  await page().keyboard.press("Enter")
  await palette().waitFor({ state: "detached" })
}

test("the palette acts on the object of the open page, and on those that are named", async () => {
  const { prisma } = api.world.services.database
  const named = (name: string) => prisma.monitor.findFirstOrThrow({ where: { name } })
  await page().goto(`/projects/${held.projectId}/monitors`)
  await page().getByRole("link", { name: "Shop 1", exact: true }).waitFor()
  await act("pause shop 17", /^Pause: Shop 17$/)
  await soon(async () => (await named("Shop 17")).pausedAt).not.toBeNull()
  await act("resume shop 17", /^Resume: Shop 17$/)
  await soon(async () => (await named("Shop 17")).pausedAt).toBeNull()
  await page().goto(`/projects/${held.projectId}/monitors/${(await named("Shop 3")).id}`)
  await heading("Shop 3").waitFor()
  await page().keyboard.press("Control+k")
  const own = palette().getByRole("group", { name: "Shop 3" })
  await own.getByRole("option", { name: /^Check now/ }).waitFor()
  await expectAccessible(held.visitor, "palette with acts")
  await page().keyboard.press("Escape")
  await act("mute", /^Mute/)
  const dialog = page().getByRole("dialog", { name: "Mute Shop 3" })
  await dialog.waitFor()
  // Ctrl+Enter saves from a button, too.
  await dialog.getByRole("button", { name: "Cancel" }).focus()
  await page().keyboard.press("Control+Enter")
  await dialog.waitFor({ state: "detached" })
  await soon(async () => (await named("Shop 3")).mutedUntil).not.toBeNull()
  await act("acknowledge ledger", /^Acknowledge: Ledger/)
  await soon(() => prisma.incident.count({ where: { acknowledgedAt: { not: null } } })).toBe(1)
  await act("page ledger", /^Page someone else: Ledger/)
  await page().getByRole("dialog", { name: "Page someone else" }).waitFor()
  await page().keyboard.press("Escape")
  await act("announce ledger", /^Publish an update: Ledger/)
  await page().getByRole("dialog", { name: "Update of incident #1" }).waitFor()
  await page().keyboard.press("Escape")
  await createStatusPage(api.world.system, {
    projectId: held.projectId,
    name: "Acme",
    slug: "acme",
  })
  await page().reload()
  await heading("Shop 3").waitFor()
  await act("announce acme", /^New announcement: Acme$/)
  await page()
    .getByRole("dialog", { name: "New announcement" })
    .getByLabel("Message")
    .fill("Moving")
  await page().keyboard.press("Control+Enter")
  await soon(() => prisma.statusPageAnnouncement.count()).toBe(1)
  await page().keyboard.press("Control+k")
  await page().keyboard.type("go to docs")
  await palette()
    .getByRole("option", { name: /^Go to docs/ })
    .waitFor()
  await page().keyboard.press("Escape")
  expect(held.visitor.faults).toEqual([])
})

test("Ctrl+Enter saves a form once from anywhere in it, and not while it is busy", async () => {
  const { prisma } = api.world.services.database
  const before = await prisma.monitor.count()
  const { promise: isPressed, resolve: goOn } = Promise.withResolvers<void>()
  let sent = 0
  await page().route("**/graphql*", async (route) => {
    if (route.request().postData()?.includes("createMonitor") === true) {
      sent += 1
      await isPressed
    }
    await route.continue()
  })
  await page().goto(`/projects/${held.projectId}/monitors/new`)
  await page().getByLabel("URL").fill("https://saved.example.test/")
  await page().getByText("More settings").click()
  await page().keyboard.press("Control+Enter")
  await soon(() => sent).toBe(1)
  await page().keyboard.press("Control+Enter")
  goOn()
  await heading("saved.example.test").waitFor()
  expect(sent).toBe(1)
  await page().unroute("**/graphql*")
  expect(await prisma.monitor.count()).toBe(before + 1)
  // The button has nothing to save.
  await page().goto(`/projects/${held.projectId}/settings`)
  await heading("General").waitFor()
  await page().keyboard.press("?")
  await page().getByText("Save the form, from anywhere in it").waitFor()
  await page().keyboard.press("Escape")
  expect(held.visitor.faults).toEqual([])
})

test("g and a letter open a section, a question mark the guide to the page and the shortcuts", async () => {
  for (const [key, name] of [
    ["m", "Monitors"],
    ["t", "Maintenance"],
    ["o", "Overview"],
    ["i", "Incidents"],
    ["s", "General"],
  ] as const) {
    await page().keyboard.press("g")
    await page().keyboard.press(key)
    await heading(name).waitFor()
  }
  // Keys typed into a field are text.
  await page().getByLabel("Name", { exact: true }).fill("")
  await page().keyboard.type("gm?")
  expect(await page().getByLabel("Name", { exact: true }).inputValue()).toBe("gm?")
  await heading("General").click()
  await page().keyboard.press("?")
  const sheet = page().getByRole("dialog", { name: "Help" })
  await sheet.getByText("Go to Incidents").waitFor()
  await expectAccessible(held.visitor, "help")
  const guide = sheet.getByRole("region", { name: "Guide to this page" })
  expect(await guide.getByRole("link").first().getAttribute("href")).toBe("/docs/guides/moving-in")
  await page().keyboard.press("Escape")
  await sheet.waitFor({ state: "detached" })
  await page().keyboard.press("g")
  await page().keyboard.press("t")
  await heading("Maintenance").waitFor()
  await page().getByRole("button", { name: "Help" }).click()
  const [opened] = await Promise.all([
    page().context().waitForEvent("page"),
    guide.getByRole("link", { name: "Maintenance" }).click(),
  ])
  await opened.getByRole("heading", { name: "Maintenance", level: 1 }).waitFor()
  await opened.close()
  await page().keyboard.press("Escape")
  await sheet.waitFor({ state: "detached" })
})

test("the project switcher searches and creates projects", async () => {
  await page()
    .getByRole("button", { name: /^Acme\s+Switch project/ })
    .click()
  const dialog = page().getByRole("dialog", { name: "Switch project" })
  await page().keyboard.type("acm")
  await dialog.getByRole("option", { name: "Acme" }).waitFor()
  await dialog.getByRole("option", { name: "New project…" }).click()
  await page().getByRole("textbox", { name: "Project name" }).fill("Second")
  await page().getByRole("button", { name: "Create project" }).click()
  await page()
    .getByRole("button", { name: /^Second\s+Switch project/ })
    .click()
  await dialog.getByRole("option", { name: "Acme" }).click()
  await page()
    .getByRole("button", { name: /^Acme\s+Switch project/ })
    .waitFor()
  expect(page().url()).toContain(held.projectId)
})

test("theme and width of the sidebar are stored in this browser", async () => {
  const background = () =>
    page().evaluate<string>("getComputedStyle(document.documentElement).backgroundColor")
  await page().emulateMedia({ colorScheme: "light" })
  const light = await background()
  await page().getByTitle("Dark theme").click()
  await soon(background).not.toBe(light)
  const dark = await background()
  await page().getByRole("button", { name: "Collapse the sidebar" }).click()
  await page().reload()
  await page().getByRole("button", { name: "Expand the sidebar" }).click()
  expect(await background()).toBe(dark)
  await page().getByTitle("System theme").click()
  await soon(background).toBe(light)
  expect(held.visitor.faults).toEqual([])
})

test("a connection that is cut silently is reported within seconds", async () => {
  const { page: other } = await browser.visit(base, {
    storageState: await page().context().storageState(),
  })
  // Once silent, nothing passes, and neither side is informed.
  const line = { isMute: false }
  await other.routeWebSocket("**/graphql", (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!line.isMute) server.send(message)
    })
    server.onMessage((message) => {
      if (!line.isMute) socket.send(message)
    })
  })
  await other.goto("/")
  await other.getByText("Live", { exact: true }).waitFor()
  line.isMute = true
  const from = performance.now()
  await other.getByText("Connection lost").waitFor()
  expect(performance.now() - from).toBeLessThan(20_000)
})
