import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startProbe } from "../../src/probe/main.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

/** Making monitors: tested before they are saved, from curl, and from other products. */

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; url: string; stop(): Promise<void> }
const page = () => held.visitor.page
const monitors = () => api.world.services.database.prisma.monitor

const target = createServer((_request, response) => {
  response.setHeader("content-type", "application/json")
  response.end('{"status":"ok","queue":{"length":3}}')
})

async function openForm() {
  await page().getByRole("link", { name: "Monitors", exact: true }).first().click()
  await page()
    .getByRole("link", { name: /Add (your first )?monitor/ })
    .click()
}

beforeAll(async () => {
  await once(target.listen(0, "127.0.0.1"), "listening")
  held.url = `127.0.0.1:${(target.address() as AddressInfo).port}`
  Object.assign(held, await startProbe(api.world.services))
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
})
afterAll(async () => {
  target.close()
  await held.stop()
})

/** What is typed for each kind, and what a test before saving says. */
const kinds = [
  { radio: "HTTP", typed: { URL: "$url" }, said: "Operational", name: "$url" },
  { radio: "TCP", typed: { Host: "http://$url" }, said: "Operational", name: "127.0.0.1" },
  { radio: "Ping", typed: { Host: "127.0.0.1" }, said: /^(Operational|Unknown)$/, name: "" },
  { radio: "DNS", typed: { Host: "127.0.0.1.test" }, said: /^(Offline|Unknown)$/, name: "" },
  { radio: "TLS", typed: { Host: "http://$url" }, said: "Offline", name: "" },
]

test("the first monitor of each kind is tested before it is saved", async () => {
  for (const { radio, typed, said, name } of kinds) {
    await openForm()
    await page().getByRole("radio", { name: radio }).check()
    for (const [label, text] of Object.entries(typed)) {
      const field = page().getByRole("textbox", { name: label })
      await field.fill(text.replace("$url", radio === "HTTP" ? `http://${held.url}` : held.url))
      await field.blur()
    }
    if (name === "") await page().getByLabel("Name", { exact: true }).fill(radio)
    await page().getByRole("button", { name: "Test", exact: true }).click()
    const pane = page().getByRole("region", { name: "Test" })
    await pane.getByText(said).waitFor()
    await page().getByRole("button", { name: "Add monitor" }).click()
    const heading = name === "" ? radio : name.replace("$url", held.url)
    await page().getByRole("heading", { name: heading, level: 1 }).waitFor()
  }
  await openForm()
  await page().getByRole("radio", { name: "Heartbeat" }).check()
  await page().getByLabel("Expected every (minutes)").fill("30")
  await page()
    .getByText(/a ping is due every 30 minutes/)
    .waitFor()
  await page().getByRole("button", { name: "Add monitor" }).click()
  await page().getByRole("alert").getByText("one field needs attention").waitFor()
  await page().getByLabel("Name", { exact: true }).fill("Backup")
  await page().getByRole("button", { name: "Add monitor" }).click()
  await page().getByRole("heading", { name: "Backup", level: 1 }).waitFor()
  const saved = await monitors().findMany({ orderBy: { seq: "asc" } })
  expect(saved.map(({ kind, port }) => [kind, port === null])).toEqual([
    ["http", true],
    ["tcp", false],
    ["ping", true],
    ["dns", true],
    ["tls", false],
    ["heartbeat", true],
  ])
  expect(held.visitor.faults).toEqual([])
})

test("a curl command is tested, its answer becomes assertions, and the draft survives leaving", async () => {
  await openForm()
  const url = page().getByRole("textbox", { name: "URL" })
  await url.fill(`curl -H 'X-Team: blue' -m 5 http://${held.url}/health`)
  await url.blur()
  await page().getByLabel("Name", { exact: true }).fill("Queue")
  await page().getByText("Filled in from curl: method GET, 1 header.").waitFor()
  expect(await url.inputValue()).toBe(`http://${held.url}/health`)
  await page().getByRole("button", { name: "Run test" }).click()
  const pane = page().getByRole("region", { name: "Test" })
  await pane.getByText("Operational").waitFor()
  await pane.getByRole("button", { name: "Status is 200" }).click()
  await pane.getByRole("button", { name: "Assert that $.queue.length is 3" }).click()
  await pane.getByRole("button", { name: "Assert that content-type is application/json" }).click()
  await pane.getByText("The form changed since this test").waitFor()
  await expectAccessible(held.visitor, "a new monitor with its test")

  await page().getByRole("link", { name: "Overview", exact: true }).click()
  await page().getByRole("heading", { name: "Overview", exact: true }).waitFor()
  await page().goBack()
  await page().getByText("Continues where you left off.").waitFor()
  await page().getByRole("button", { name: "Test", exact: true }).click()
  await pane.getByText("Passed: ").first().waitFor({ state: "attached" })
  await page().getByRole("textbox", { name: "URL" }).press("Control+Enter")
  await page().getByRole("heading", { name: "Queue", level: 1 }).waitFor()
  expect(await monitors().findFirst({ where: { name: "Queue" } })).toMatchObject({
    url: `http://${held.url}/health`,
    timeoutSeconds: 5,
    settings: {
      assertions: [
        { kind: "status", codes: "200" },
        { kind: "json_path", path: "$.queue.length", comparison: "equals", value: "3" },
        { kind: "header", name: "content-type", value: "application/json" },
      ],
    },
  })
})

test("what changed in a form is shown, kept while away, and saved alone", async () => {
  await page().getByRole("link", { name: "Monitors", exact: true }).first().click()
  await page().getByRole("link", { name: "Queue", exact: true }).click()
  await page().getByRole("link", { name: "Settings", exact: true }).last().click()
  await page().getByText("More settings").click()
  await page().getByLabel("Timeout (seconds)").fill("7")
  await page().getByText("Not saved: Timeout seconds").waitFor()
  await page().getByText("Was 5").or(page().getByText("Was “5”")).first().waitFor()
  await page().getByRole("link", { name: "Outages" }).click()
  await page().getByRole("link", { name: "Settings", exact: true }).last().click()
  await page().getByText("Not saved: Timeout seconds").waitFor()
  await page().getByText("More settings").click()
  await expectAccessible(held.visitor, "the settings of a monitor with a change")
  const { id, updatedAt } = await monitors().findFirstOrThrow({ where: { name: "Queue" } })
  await monitors().update({ where: { id }, data: { description: "Of Grace", updatedAt } })
  await page().getByLabel("Timeout (seconds)").press("Control+Enter")
  await page().getByText("Not saved:").waitFor({ state: "detached" })
  expect(await monitors().findUnique({ where: { id } })).toMatchObject({
    timeoutSeconds: 7,
    description: "Of Grace",
  })
})

test("Uptime Kuma's export is imported, after a look at what that does", async () => {
  await openForm()
  await page().getByRole("link", { name: "Import", exact: true }).click()
  await page().getByRole("heading", { name: "Import monitors" }).waitFor()
  await expectAccessible(held.visitor, "the page of an import")
  const fixtures = join(import.meta.dirname, "../convert/fixtures")
  const file = page().getByLabel("choose a file")
  await file.setInputFiles(join(import.meta.dirname, "browser.ts"))
  await page()
    .getByRole("alert")
    .getByText(/TypeScript or JavaScript/)
    .waitFor()
  const before = await monitors().count()
  await file.setInputFiles(join(fixtures, "uptime-kuma-1.json"))
  await page().getByText("uptime-kuma-1.json · Uptime Kuma").waitFor()
  await page().getByText("Left out", { exact: true }).first().waitFor()
  await expectAccessible(held.visitor, "what an import would do")
  expect(await monitors().count()).toBe(before)
  await page()
    .getByRole("button", { name: /^Import \d+ monitors$/ })
    .click()
  await page().getByRole("heading", { name: "Imported" }).waitFor()
  const created = await page().getByText("Created", { exact: true }).count()
  expect(created).toBeGreaterThan(5)
  expect(await monitors().count()).toBe(before + created)

  const [download] = await Promise.all([
    page().waitForEvent("download"),
    page().getByRole("button", { name: "Export monitors" }).click(),
  ])
  expect(download.suggestedFilename()).toBe("monitors-acme.json")
  await page().getByRole("button", { name: "Import another file" }).click()
  await file.setInputFiles({
    name: "monitors-acme.json",
    mimeType: "application/json",
    buffer: await readFile(await download.path()),
  })
  await page()
    .getByText(`: ${before + created} to skip`)
    .waitFor()
  // The list leads to an import too.
  await page().getByRole("link", { name: "Monitors", exact: true }).first().click()
  await page().getByRole("link", { name: "Import", exact: true }).click()
  await page().getByRole("heading", { name: "Import monitors" }).waitFor()
  expect(held.visitor.faults).toEqual([])
})
