import { afterAll, expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeChannel } from "../support/channels.ts"
import { useNotify } from "../support/notify.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { startSmtp } from "../support/smtp.ts"
import { soon } from "../support/soon.ts"
import { startTwilio } from "../support/twilio.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const twilio = await startTwilio()
const smtp = await startSmtp()
const settings = { ...twilio.env, SMTP_URL: smtp.url, MAIL_FROM: "alerts@watch.example" }
const api = useApi({ ...apiEnv, ...settings, PORT: port, BASE_URL: base })
useNotify(api.world)
afterAll(async () => {
  await twilio.stop()
  await smtp.stop()
})

const egress = [{ anchor: "192.0.2.1:443", reachable: true, durationMs: 9 }]

test("an outage pages two people, its page shows that live, and a stranger reads the shared timeline", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { prisma } = api.world.services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  const ada = await prisma.user.findFirstOrThrow()
  const bo = await makeMember(api.world, projectId, "viewer", "Bo Larsen")
  await makeChannel(
    api.world,
    { userId: ada.id },
    { kind: "sms", settings: { number: "+15005550001" } },
  )
  await makeChannel(
    api.world,
    { userId: bo.userId },
    { kind: "email", settings: { address: "bo@example.test" } },
  )
  await createPolicy(api.world.system, {
    projectId,
    name: "Standard",
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.id }] },
      { delayMinutes: 5, targets: [{ userId: bo.userId }] },
    ],
  })

  await page.getByRole("link", { name: /^Alerts/ }).click()
  await page.getByRole("heading", { name: "No alerts yet" }).waitFor()
  const paging = pagingOf(api.world)
  const { monitor, alert } = await paging.fail(projectId, undefined, { egress })
  await page.getByRole("button", { name: "Show 1 new alert" }).click()
  await expectAccessible(visitor, "alerts")
  await page.getByRole("link", { name: alert.title, exact: true }).click()

  // Everything up to the first page is on the line, and then what comes next.
  const timeline = page.getByRole("list", { name: "Alert timeline" })
  await timeline.getByText("Second check failed too").waitFor()
  await timeline.getByText("Our network was up").waitFor()
  await timeline.getByText("Incident #1 declared").waitFor()
  await timeline.getByText(/SMS to Ada Lovelace accepted in (?:less than 1|\d+) s/).waitFor()
  await timeline.getByText("Step 2 pages Bo Larsen by e-mail").waitFor()
  await timeline.getByText(/, in (?:5 min|4 min \d+ s)/).waitFor()
  await timeline.getByText("1 attempt").click()
  await timeline.getByText(/Attempt 1 at .*: accepted/).waitFor()

  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Run the next step now" }).click()
  await timeline.getByText(/E-mail to Bo Larsen accepted in (?:less than 1|\d+) s/).waitFor()
  await timeline.getByText("Next step run early by Ada Lovelace").waitFor()
  await page.getByRole("button", { name: "Acknowledge" }).click()
  await page.getByRole("button", { name: "Undo" }).click()
  await timeline.getByText("Acknowledgement withdrawn by Ada Lovelace").waitFor()
  await page.getByRole("button", { name: "Acknowledge" }).click()
  await timeline.getByText("Acknowledged by Ada Lovelace").nth(1).waitFor()
  await expectAccessible(visitor, "alert timeline")

  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Share…" }).click()
  const dialog = page.getByRole("dialog", { name: "Share this timeline" })
  await dialog.getByRole("button", { name: "Create link" }).click()
  const link = dialog.getByRole("list", { name: "Links" }).locator("code")
  const url = (await link.textContent()) ?? ""
  const stranger = await browser.visit(base)
  await stranger.page.goto(url)
  await stranger.page.getByRole("heading", { name: alert.title }).waitFor()
  await stranger.page.getByText("Acknowledged by Ada Lovelace").first().waitFor()
  await expectAccessible(stranger, "shared timeline")
  await dialog.getByRole("button", { name: "Revoke" }).click()
  await link.waitFor({ state: "detached" })
  expect((await stranger.page.goto(url))?.status()).toBe(404)
  await dialog.getByRole("button", { name: "Close" }).click()

  await paging.recover(monitor)
  await timeline.getByText("Alert and incident #1 resolved").waitFor()
  // In the language of the account.
  const changed = await page.request.post(`${base}/api/auth/update-user`, {
    data: { language: "de" },
    headers: { origin: base },
  })
  expect(changed.status()).toBe(200)
  await page.reload()
  await timeline.getByText("Zweite Prüfung auch fehlgeschlagen").waitFor()
  await timeline.getByText("Nächste Stufe vorgezogen von Ada Lovelace").waitFor()
  expect(await timeline.locator("bdi", { hasText: "Ada Lovelace" }).count()).toBeGreaterThan(2)
  await page.getByRole("link", { name: "Incident #1", exact: true }).click()
  await page.getByText("Shop war seit").waitFor()
  await page.getByRole("link", { name: /^Alerts/ }).click()
  // The filters are in the URL.
  await page.getByRole("link", { name: "Alerts", exact: true }).first().click()
  await page.getByLabel("State", { exact: true }).selectOption("open")
  await page.getByRole("heading", { name: "No matching alerts" }).waitFor()
  expect(new URL(page.url()).search).toBe("?state=open")
  // Changes of alerts that do not match the filters are none of the list's.
  await page.getByLabel("Search alerts").fill("nothing like it")
  await page.waitForURL(/search=/)
  await page.getByRole("heading", { name: "No matching alerts" }).waitFor()
  const { alert: other } = await paging.fail(projectId)
  await page.getByRole("link", { name: /^Alerts\D*1/ }).waitFor()
  await page.getByRole("heading", { name: "No matching alerts" }).waitFor()
  expect(await page.getByRole("button", { name: /^Show .* new/ }).count()).toBe(0)
  await page.getByRole("button", { name: "Clear" }).click()
  for (const { id } of [alert, other])
    await page.locator(`a[href$="/alerts/${id}"]`).first().waitFor()

  // One is merged into the other, split again, and assigned, each undone.
  const { alert: third } = await paging.fail(
    projectId,
    await paging.monitor(projectId, "third.example"),
  )
  await page.goto(`${base}/projects/${projectId}/alerts/${third.id}`)
  const act = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name }).click()
  }
  const stored = () => prisma.escalation.findUniqueOrThrow({ where: { alertId: third.id } })
  await act("Merge…")
  const merging = page.getByRole("dialog", { name: "Merge into another alert" })
  await merging.getByRole("combobox", { name: "Open alert" }).fill(`#${other.number}`)
  await page.getByRole("option", { name: new RegExp(`^#${other.number} `) }).click()
  await merging.getByRole("button", { name: "Merge" }).click()
  await page.getByText(`Alert #${third.number} merged`).first().waitFor()
  await soon(async () => (await stored()).leadId).toBe(other.id)
  await act("Split")
  await soon(async () => (await stored()).state).toBe("active")
  await act("Assign…")
  const assigning = page.getByRole("dialog", { name: "Assign" })
  await assigning.getByRole("combobox", { name: "Person" }).fill("Bo")
  await page.getByRole("option", { name: /^Bo Larsen/ }).click()
  await assigning.getByRole("button", { name: "Assign" }).click()
  const assignee = async () =>
    (await prisma.alert.findUniqueOrThrow({ where: { id: third.id } })).assigneeId
  await soon(assignee).toBe(bo.userId)
  await page.getByText(`Alert #${third.number} assigned`).first().waitFor()
  await page.getByRole("button", { name: "Undo" }).last().click()
  await soon(assignee).toBeNull()
  expect([...visitor.faults, ...stranger.faults]).toEqual([])
})
