import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

/** Two monitors on a public page with two subscribers. */
async function makeShop() {
  const { system, services } = api.world
  const { id: projectId } = await services.database.prisma.project.findFirstOrThrow()
  const make = (name: string) =>
    createMonitor(system, {
      projectId,
      kind: "tcp",
      name,
      host: "127.0.0.1",
      port: 9,
      failureThreshold: 1,
    })
  const [shop, mail] = [await make("Shop"), await make("Mail")]
  const page = await createStatusPage(system, {
    projectId,
    name: "Acme status",
    slug: "acme",
    isPublic: true,
  })
  for (const { id: monitorId, name } of [shop, mail]) {
    await attachMonitor(system, { statusPageId: page.id, monitorId, displayName: `Our ${name}` })
  }
  await services.database.pool.query(
    `insert into status_page_subscriber (id, page_id, kind, sealed_address, address_hash, confirmed_at, asked_at)
     select gen_random_uuid(), $1, 'email', ''::bytea, n::text::bytea, now(), now() from generate_series(1, 2) n`,
    [page.id],
  )
  return { projectId, shop, mail }
}

test("an incident is declared from a template over several monitors, and an outage is handled to its post-mortem", async () => {
  const visitor = await browser.visit(base, { timezoneId: "Asia/Kolkata" })
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { projectId, shop } = await makeShop()
  const open = async (path: string, heading: string) => {
    await page.goto(`/projects/${projectId}/${path}`)
    await page.getByRole("heading", { name: heading, level: 1, exact: true }).waitFor()
  }
  const publicText = async () => (await fetch(`${base}/status/acme`)).text()

  await open("settings/templates/new", "New template")
  await page.getByLabel("Name", { exact: true }).fill("Provider outage")
  await page.getByLabel("Title of the incident").fill("{{provider}} is down")
  await page
    .getByRole("textbox", { name: "Description" })
    .fill("We wait for **{{provider}}** and post news here.")
  await page.getByRole("button", { name: "Create template" }).click()
  await page.getByRole("link", { name: "Provider outage" }).waitFor()
  await expectAccessible(visitor, "templates")
  await page.getByRole("link", { name: "Provider outage" }).click()
  await page.getByLabel("Severity").selectOption("critical")
  await page.getByRole("button", { name: "Save template" }).click()
  await page.getByText("Template saved").first().waitFor()
  await expectAccessible(visitor, "template")

  await open("settings/states", "States and severities")
  await page.getByRole("button", { name: "New state" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Waiting for provider")
  await page.getByLabel("Means").selectOption("Acknowledged")
  await page.getByRole("button", { name: "Create state" }).click()
  await page.getByRole("button", { name: "Edit the state waiting for provider" }).waitFor()
  await page.getByRole("button", { name: "New severity" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Cosmetic")
  await page.getByRole("button", { name: "Create severity" }).click()
  await page.getByRole("button", { name: "Delete the severity cosmetic" }).waitFor()
  await expectAccessible(visitor, "states")

  await open("incidents", "Incidents")
  await page.getByRole("link", { name: "Declare incident" }).click()
  const pick = async (field: string, option: string) => {
    await page.getByRole("combobox", { name: field, exact: true }).fill(option)
    await page.getByRole("option", { name: option }).first().click()
  }
  await pick("Template", "Provider outage")
  await page.getByLabel("provider", { exact: true }).fill("Acme Cloud")
  await soon(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe(
    "Acme Cloud is down",
  )
  await page.getByText("Nothing. No status page shows these monitors").waitFor()
  await pick("Affected monitors", "Shop")
  await pick("Affected monitors", "Mail")
  await page.keyboard.press("Escape")
  await page.getByLabel("Status of Mail").selectOption("Degraded")
  const preview = page.getByRole("region", { name: "What the public will see" })
  await preview.getByText("Our Shop, Our Mail").waitFor()
  await preview.getByText("Acme Cloud", { exact: true }).waitFor()
  await expectAccessible(visitor, "declare")
  await page.getByRole("button", { name: "Declare incident and notify 2 subscribers" }).click()
  await page.getByRole("heading", { name: "Acme Cloud is down", level: 1 }).waitFor()
  await page.getByText("announced as degraded").waitFor()
  await page.getByRole("button", { name: "Change state" }).click()
  await page.getByRole("menuitem", { name: "Waiting for provider" }).click()
  await page.getByText("Waiting for provider · open for").waitFor()
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Edit incident" }).click()
  await page.getByLabel("Title", { exact: true }).fill("Acme Cloud is slow")
  await page.getByRole("dialog").getByLabel("Severity").selectOption("Minor")
  await expectAccessible(visitor, "edit incident")
  await page.getByRole("button", { name: "Save incident" }).click()
  await page.getByRole("heading", { name: "Acme Cloud is slow", level: 1 }).waitFor()
  await soon(publicText).toContain("Acme Cloud is slow")

  // An outage, found in the list and opened by keyboard.
  await open("incidents", "Incidents")
  await page.getByRole("link", { name: /Acme Cloud is slow/ }).waitFor()
  await page.getByRole("link", { name: /Acme Cloud is slow/ }).hover()
  const before = await page.getByRole("list", { name: "Incidents" }).boundingBox()
  await recordChecks(api.world.services, [checkOf(shop, new Date(), offline)])
  await page.getByRole("button", { name: "1 new" }).waitFor()
  expect((await page.getByRole("list", { name: "Incidents" }).boundingBox())?.y).toBe(before?.y)
  await page.getByRole("button", { name: "1 new" }).click()
  await page.getByRole("link", { name: /Shop is down/ }).waitFor()
  await expectAccessible(visitor, "incidents")
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Shop is down", level: 1 }).waitFor()
  await page.getByRole("button", { name: "Acknowledge" }).click()
  await page.getByText("Acknowledged · open for").waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByText("Identified · open for").waitFor()
  await page.getByRole("button", { name: "Acknowledge" }).click()
  await page.getByText("Acknowledged · open for").waitFor()
  // The word that visitors read.
  const seen = page.getByRole("region", { name: "What the public sees" })
  await seen.getByText(/^Identified · updated/).waitFor()
  await soon(publicText).toContain("Identified")
  const update = page.getByRole("textbox", { name: "Add an update" })
  await update.fill("The disk is full.")
  await page.getByRole("button", { name: "Add internal update" }).click()
  await page.getByRole("listitem").filter({ hasText: "The disk is full." }).waitFor()
  await page.getByRole("radiogroup", { name: "Who reads it" }).getByText("Public").click()
  await update.fill("We are **on it**.")
  await page.getByRole("button", { name: "Publish update to 2 subscribers" }).click()
  await page.getByRole("listitem").filter({ hasText: "We are on it." }).first().waitFor()
  await soon(publicText).toContain("on it")
  expect(await publicText()).not.toContain("The disk is full.")
  const earlier = page.getByRole("region", { name: "Earlier incidents" })
  await earlier.getByRole("link", { name: /Acme Cloud is slow/ }).waitFor()
  const alerts = page.getByRole("region", { name: "Alerts and people paged" })
  await alerts.getByRole("link", { name: "Alert #1" }).waitFor()

  await recordChecks(api.world.services, [checkOf(shop, new Date())])
  await page.getByText("Resolved after").waitFor()

  const postmortem = page.getByRole("region", { name: "Post-mortem" })
  await page.getByRole("button", { name: "Write post-mortem" }).click()
  const publish = page.getByRole("switch", { name: "Publish on status pages" })
  expect(await publish.isDisabled()).toBe(true)
  await page.getByRole("button", { name: "Start from the timeline" }).click()
  const note = page.getByRole("textbox", { name: /What happened/ })
  await soon(() => note.inputValue()).toContain("Acknowledged: ")
  await note.fill(`${await note.inputValue()}\n\nA log filled the disk.`)
  await publish.check()
  await page.getByRole("switch", { name: /Notify subscribers/ }).check()
  await expectAccessible(visitor, "incident with post-mortem")
  await page.getByRole("button", { name: "Publish to 2 subscribers" }).click()
  await postmortem.getByText("Published", { exact: true }).waitFor()
  await postmortem
    .getByText(/Started: .* UTC \(.*GMT\+5:30\)/)
    .first()
    .waitFor()
  const { id } = await api.world.services.database.prisma.incident.findFirstOrThrow({
    where: { number: 2 },
  })
  const publicIncident = async () => (await fetch(`${base}/status/acme/incidents/${id}`)).text()
  await soon(publicIncident).toContain("A log filled the disk.")

  await page.getByRole("button", { name: "Edit post-mortem" }).click()
  await note.fill("")
  await page.getByText("An empty post-mortem cannot be published.").waitFor()
  await page.getByRole("button", { name: "Save post-mortem" }).click()
  await page.getByText("No post-mortem yet.").waitFor()
  await soon(publicIncident).not.toContain("A log filled the disk.")

  // Filters are in the URL.
  await open("incidents", "Incidents")
  await page.getByLabel("Open and resolved").selectOption("Resolved")
  await page.getByText("1 found").waitFor()
  expect(new URL(page.url()).searchParams.get("status")).toBe("resolved")
  await page.getByRole("button", { name: "Clear" }).click()
  await page.getByLabel("Declared by").selectOption("Declared by hand")
  await page.getByRole("link", { name: /Acme Cloud is slow/ }).waitFor()
  await soon(() => page.getByRole("link", { name: /Shop is down/ }).count()).toBe(0)

  // What is in use stays.
  await open("settings/states", "States and severities")
  await page.getByRole("button", { name: "Delete the state waiting for provider" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete state" }).click()
  await page.getByText("is in use").waitFor()
  expect(visitor.faults).toEqual([])
})
