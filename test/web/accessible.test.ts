import { beforeAll, expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; projectId: string; invitation: string }

const page = () => held.visitor.page
const open = async (path: string, heading: string | RegExp) => {
  await page().goto(`/projects/${held.projectId}/${path}`)
  await page().getByRole("heading", { name: heading, level: 1 }).waitFor()
}

beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  const project = await api.world.services.database.prisma.project.findFirstOrThrow()
  held.projectId = project.id
})

/** Monitors that fail, work and are paused; a label, a key, an invitation. */
async function fill(): Promise<void> {
  const { system, services } = api.world
  const { projectId } = held
  const { id: labelId } = await createLabel(system, { projectId, name: "production" })
  const shop = await createMonitor(system, {
    projectId,
    kind: "http",
    name: "Shop",
    url: "http://127.0.0.1:9/a/rather/long/path/that/has/to/be/cut/somewhere?on=a-small-screen",
    failureThreshold: 1,
    labelIds: [labelId],
  })
  const mail = await createMonitor(system, {
    projectId,
    kind: "tcp",
    name: "Mail",
    host: "127.0.0.1",
    port: 25,
  })
  await createMonitor(system, {
    projectId,
    kind: "heartbeat",
    name: "Nightly backup of everything there is in this company",
    heartbeatIntervalMinutes: 60,
  })
  const now = Date.now()
  await recordChecks(services, [
    checkOf(mail, new Date(now - 60_000)),
    checkOf(shop, new Date(now - 60_000), {
      phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, transferMs: 5 },
    }),
  ])
  await recordChecks(services, [
    checkOf(shop, new Date(now), {
      ...offline,
      httpStatus: 503,
      assertions: [
        { name: "status", passed: false, expected: asWritten("200-299"), seen: asWritten("503") },
      ],
      egress: [{ anchor: "1.1.1.1:443", reachable: true, durationMs: 4 }],
      evidence: { head: "HTTP/1.1 503", body: new Uint8Array(Buffer.from("busy ".repeat(400))) },
    }),
  ])
  await makeKey(api.world, projectId)
  const { url } = await inviteMember(system, {
    projectId,
    email: "grace@example.test",
    role: "viewer",
  })
  held.invitation = new URL(url).pathname
}

test("an empty project says what to do next, accessibly", async () => {
  await open("", "Overview")
  await page().locator(".empty").waitFor()
  await expectAccessible(held.visitor, "empty overview")
  for (const path of ["monitors", "incidents", "alerts"]) {
    await open(path, new RegExp(path, "i"))
    await page().locator(".empty").waitFor()
    await expectAccessible(held.visitor, `empty ${path}`)
  }
  expect(held.visitor.faults).toEqual([])
})

test("every page of an active project is accessible", async () => {
  await fill()
  await open("", "Overview")
  await page().getByText("1 of 3 is offline").waitFor()
  await expectAccessible(held.visitor, "overview")

  await open("monitors", "Monitors")
  await page().getByText("1 of 3 is offline").waitFor()
  await expectAccessible(held.visitor, "monitors")

  await page().getByRole("link", { name: "Shop", exact: true }).click()
  await page()
    .getByRole("img", { name: /^Response times of/ })
    .waitFor()
  await expectAccessible(held.visitor, "monitor")
  const tabs = page().getByRole("navigation", { name: "Monitor" })
  await tabs.getByRole("link", { name: "Checks" }).click()
  await page()
    .getByRole("button", { name: /refused the connection/ })
    .click()
  await page().getByText("HTTP/1.1 503").waitFor()
  await expectAccessible(held.visitor, "checks")
  await tabs.getByRole("link", { name: "Outages" }).click()
  await page().getByRole("list").getByText("Ongoing").waitFor()
  await expectAccessible(held.visitor, "outages")
  await tabs.getByRole("link", { name: "Tuning" }).click()
  await page().getByRole("heading", { name: "What would have happened" }).waitFor()
  await expectAccessible(held.visitor, "tuning")
  await page().getByRole("button", { name: "More actions" }).click()
  await expectAccessible(held.visitor, "monitor menu")
  await page().getByRole("menuitem", { name: "Mute" }).click()
  await page().getByRole("dialog").waitFor()
  await expectAccessible(held.visitor, "mute dialog")
  await page().keyboard.press("Escape")
  await page().getByRole("dialog").waitFor({ state: "detached" })
  await tabs.getByRole("link", { name: "Settings" }).click()
  await page().getByText("More settings").click()
  await page().getByRole("button", { name: "JSON value" }).click()
  await page().getByLabel("JSON path").fill("status")
  await page().getByRole("button", { name: "Save changes" }).click()
  await page().locator("[aria-invalid=true]").first().waitFor()
  await expectAccessible(held.visitor, "edit with refusals")

  await open("monitors", "Monitors")
  await page()
    .getByRole("link", { name: /Nightly/ })
    .click()
  await page().getByText("Ping URL").waitFor()
  await expectAccessible(held.visitor, "heartbeat")

  await open("monitors/new", "Add monitor")
  await page().getByText("More settings").click()
  for (const kind of ["HTTP", "TCP", "Ping", "DNS", "TLS", "Heartbeat"]) {
    await page().getByRole("radio", { name: kind }).check()
    await expectAccessible(held.visitor, `add ${kind}`)
  }

  await open("incidents", "Incidents")
  await page().locator("#main").getByText("1 open", { exact: true }).waitFor()
  await expectAccessible(held.visitor, "incidents")
  await page().getByRole("link", { name: "Shop is down" }).click()
  await page().getByText("Incident declared").click()
  await page().getByRole("button", { name: "Write post-mortem" }).click()
  await expectAccessible(held.visitor, "incident")

  await open("alerts", "Alerts")
  await page()
    .getByRole("button", { name: /Acknowledge/ })
    .waitFor()
  await expectAccessible(held.visitor, "alerts")

  await open("settings", "General")
  await expectAccessible(held.visitor, "settings")
  await open("settings/members", "Members")
  await page().getByText("grace@example.test").waitFor()
  await expectAccessible(held.visitor, "members")
  await open("settings/keys", "API keys")
  await page().getByRole("button", { name: "Create key" }).click()
  await page().getByLabel("Key name").fill("Deploy")
  await expectAccessible(held.visitor, "a new key")
  await page().getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await page()
    .getByText(/^watchkeeper_live_/)
    .waitFor()
  await expectAccessible(held.visitor, "keys")
  await open("settings/labels", "Labels")
  await page().getByText("production").waitFor()
  await expectAccessible(held.visitor, "labels")

  await page().goto("/account")
  await page().getByRole("heading", { name: "Profile" }).waitFor()
  await expectAccessible(held.visitor, "profile")
  await page().goto("/account/security")
  await page().getByText("This session").waitFor()
  await expectAccessible(held.visitor, "security")
  await page().goto("/account/installation")
  await page().getByRole("heading", { name: "Delivery queues" }).waitFor()
  await page().getByText("Newest verified backup").waitFor()
  await expectAccessible(held.visitor, "installation")
  await page().goto("/account/appearance")
  await page().getByRole("radiogroup", { name: "Density" }).waitFor()
  await expectAccessible(held.visitor, "appearance")
  expect(held.visitor.faults).toEqual([])
})

test("the sign-in page and an invitation are accessible, and the guest joins", async () => {
  const guest = await browser.visit(base)
  await guest.page.goto("/sign-in")
  await guest.page.getByLabel("Password").waitFor()
  await expectAccessible(guest, "sign-in")
  expect(await guest.page.getByRole("link", { name: "Create an account" }).count()).toBe(0)
  await guest.page.goto("/sign-up")
  await guest.page.getByRole("heading", { name: "Sign-up is closed" }).waitFor()
  await expectAccessible(guest, "closed sign-up")
  await guest.page.goto(held.invitation)
  await guest.page.getByText("You were invited to Acme.").waitFor()
  await expectAccessible(guest, "invitation")
  await guest.page.getByLabel("Your name").fill("Grace Hopper")
  await guest.page.getByLabel("Password").fill("another long password")
  await guest.page.getByRole("button", { name: "Create account" }).click()
  await guest.page.getByRole("button", { name: "Join the project" }).click()
  await guest.page.getByText("1 of 3 is offline").waitFor()
  // A viewer sees no actions that would be refused, and no empty card.
  expect(await guest.page.getByRole("link", { name: "Add monitor" }).count()).toBe(0)
  await guest.page.getByRole("link", { name: "Settings" }).click()
  const settings = guest.page.getByRole("navigation", { name: "Settings" })
  await settings.getByRole("link").first().waitFor()
  expect(await settings.getByRole("link").allTextContents()).toEqual([
    "General",
    "Members",
    "Team channels",
    "Alert sources",
    "Webhooks",
    "Deliveries",
    "Labels",
    "States and severities",
    "Incident templates",
    "Usage",
  ])
  expect(await guest.page.getByRole("button", { name: "Save name" }).count()).toBe(0)
  await settings.getByRole("link", { name: "Members" }).click()
  await guest.page.getByRole("region", { name: "People" }).getByText("You").waitFor()
  expect(await guest.page.getByRole("button", { name: /Invite|Remove/ }).count()).toBe(0)
  expect(guest.faults).toEqual([])
})
