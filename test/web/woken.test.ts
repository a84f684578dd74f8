import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { runDueStep } from "../../src/graphql/on-call/escalation/run-step.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createTeam } from "../../src/graphql/on-call/team/create-team.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: "de-DE" }
const shots = process.env["SHOTS"]

/** To look at the pages. */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: "light" })
}

const monitorName = "Checkout of the shop with quite a long name"

/** An outage for which Ada was paged, with Bo in the next rule of the policy. */
async function makeOutageOf(projectId: string, adaId: string) {
  const { world } = api
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await createTeam(world.system, { projectId, name: "Database", userIds: [bo.userId] })
  await createPolicy(world.system, {
    projectId,
    name: "Standard",
    isDefault: true,
    rules: [
      { delayMinutes: 0, targets: [{ userId: adaId }] },
      { delayMinutes: 10, targets: [{ userId: bo.userId }] },
    ],
  })
  const monitor = await insertMonitor(world, projectId, { failureThreshold: 1, name: monitorName })
  await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
  while (await runDueStep(world.services));
  const { prisma } = world.services.database
  const page = await prisma.page.findFirstOrThrow({ where: { userId: adaId, projectId } })
  return {
    bo,
    alertId: page.alertId,
    url: acknowledgeUrl(world.services, { alertId: page.alertId, pageId: page.id }),
  }
}

test("the phone: what broke in one tap, somebody else in two, and the rest in her language", async () => {
  const { world } = api
  const { prisma } = world.services.database
  const desk = await browser.visit(base)
  await signUp(desk, "ada@example.test", "Acme")
  const ada = await prisma.user.findFirstOrThrow({ where: { email: "ada@example.test" } })
  await prisma.user.update({
    where: { id: ada.id },
    data: { language: "de", timeZone: "Asia/Kathmandu" },
  })
  const project = await prisma.project.findFirstOrThrow({ where: { name: "Acme" } })
  const { bo, alertId, url } = await makeOutageOf(project.id, ada.id)

  // Not signed in on the phone.
  const visitor = await browser.visit(base, phone)
  const { page } = visitor
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  await page.goto(url)
  taps += 1
  await page.getByRole("heading", { name: /ist ausgefallen/ }).waitFor()
  await page.getByText("(Asia/Kathmandu)").first().waitFor()
  expect(taps).toBe(1)
  const help = page.getByRole("button", { name: "Ich brauche Hilfe" })
  const acknowledge = page.getByRole("button", { name: /Als .* bestätigen/ })
  for (const button of [acknowledge, help]) {
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    // In the first screen, without scrolling.
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844)
  }
  await shoot(page, "acknowledge")
  await tap(help)
  expect(taps).toBe(2)
  await soon(() =>
    prisma.escalation
      .findUniqueOrThrow({ where: { alertId } })
      .then(({ dueAt }) => dueAt.getTime() <= Date.now()),
  ).toBe(true)
  while (await runDueStep(world.services));
  expect(await prisma.page.count({ where: { alertId, userId: bo.userId } })).toBe(1)

  await page.getByRole("button", { name: "30 Min." }).tap()
  await page.getByText("Zurückgestellt bis").first().waitFor()
  await page.getByRole("button", { name: "Zurückstellung beenden" }).tap()
  await acknowledge.waitFor()
  await page.locator("summary", { hasText: "Notiz hinzufügen" }).tap()
  await page.getByLabel("Notiz", { exact: true }).fill("Neustart läuft")
  await page.getByRole("button", { name: "Notiz speichern" }).tap()
  await page.getByText("Neustart läuft").first().waitFor()
  await page.locator("summary", { hasText: "Person oder Team rufen" }).tap()
  await page.getByLabel("Wen").selectOption({ label: "Database" })
  await shoot(page, "acknowledge-open")
  await page.getByRole("button", { name: "Rufen" }).tap()
  await page.getByText("bittet um Hilfe").first().waitFor({ state: "attached" })

  // Somebody else acknowledges it meanwhile; the page says so by itself.
  await page.evaluate("window.isSamePage = true")
  await acknowledgeAlert(bo.ctx, alertId)
  await page
    .getByText(/Bestätigt von Bo/)
    .first()
    .waitFor()
  await page.getByRole("button", { name: "Ich übernehme" }).waitFor()
  expect(await page.evaluate("window.isSamePage")).toBe(true)
  await shoot(page, "acknowledged")
  await expectAccessible(visitor, "the page of a link")
  expect(visitor.faults).toEqual([])

  // Without scripts everything is there as well.
  const plain = await browser.visit(base, { ...phone, javaScriptEnabled: false })
  await plain.page.goto(url)
  await plain.page.getByRole("button", { name: "Ich übernehme" }).tap()
  await plain.page.getByText(/arbeitet daran/).waitFor()
  expect((await prisma.alert.findUniqueOrThrow({ where: { id: alertId } })).assigneeId).toBe(ada.id)

  // On the dashboard each verb has a button and a key.
  await prisma.user.update({ where: { id: ada.id }, data: { language: "en" } })
  const { page: board } = desk
  await board.goto(`/projects/${project.id}/alerts/${alertId}`)
  await board.getByRole("button", { name: "More actions" }).click()
  await board.getByRole("menuitem", { name: "Withdraw acknowledgement" }).click()
  await board.getByRole("button", { name: "Snooze" }).waitFor()
  await board.keyboard.press("s")
  const dialog = board.getByRole("dialog", { name: "Snooze" })
  await dialog.getByRole("button", { name: "Snooze" }).click()
  await board.getByText("Snoozed until").first().waitFor()
  await shoot(board, "alert-snoozed")
  await board.keyboard.press("n")
  await board.getByRole("textbox", { name: "Note" }).fill("Disk replaced")
  await board.getByRole("button", { name: "Add note" }).click()
  await board.getByText("Disk replaced").waitFor()
  await board.keyboard.press("p")
  await board.getByRole("dialog", { name: "Page someone else" }).waitFor()
  await shoot(board, "page-someone")
  await board.keyboard.press("Escape")
  await board.goto(`/projects/${project.id}/alerts?state=snoozed`)
  await board.getByText("snoozed until").waitFor()
  await shoot(board, "alerts-snoozed")
  await expectAccessible(desk, "snoozed alerts")

  await board.goto("/account/pages")
  await board.getByRole("heading", { name: "Last nights" }).waitFor()
  await board
    .getByRole("link", { name: /is down/ })
    .first()
    .waitFor()
  await shoot(board, "my-pages")
  await expectAccessible(desk, "my pages")

  await board.goto(`/projects/${project.id}/incidents/new`)
  await board.getByLabel("Title").fill("Payments are slow")
  await board.getByLabel("On-call policy").selectOption({ label: "Standard" })
  await shoot(board, "declare")
  await board.getByRole("button", { name: "Declare incident" }).click()
  await board.getByRole("heading", { name: /Payments are slow/ }).waitFor()
  const raised = await prisma.alert.findFirstOrThrow({
    where: { title: "Payments are slow" },
    include: { escalation: { include: { policy: true } } },
  })
  expect(raised.escalation?.policy?.name).toBe("Standard")
})
