import { expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { attemptOf, webhooksOf } from "../support/webhooks.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const webhooks = webhooksOf(api.world)

/** Settles what is due with this result, as the sender does. */
async function settleDue(more: Parameters<typeof attemptOf>[0]) {
  await webhooks.bringForward()
  const { token, rows } = await webhooks.claim()
  for (const row of rows) await webhooks.settle(token, row, attemptOf(more))
}

test("a webhook is made, breaks, is understood from its log and replayed", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  await page.getByRole("link", { name: "Settings", exact: true }).click()
  await page.getByRole("link", { name: "Webhooks" }).click()
  await page.getByRole("heading", { name: "No webhook endpoints yet" }).waitFor()
  await page.getByRole("link", { name: "Add endpoint" }).first().click()

  await page.getByLabel("URL").fill("http://tickets.example/hook")
  await page.getByRole("button", { name: "Add endpoint" }).click()
  await page.getByText("Must be a complete URL that starts with https://").waitFor()
  await expectAccessible(visitor, "refused endpoint")
  await page.getByLabel("URL").fill("https://tickets.example/hook")
  await page.getByRole("group", { name: "Alerts" }).getByLabel("Alerts").check()
  await page.getByRole("button", { name: "Add endpoint" }).click()
  const made = page.getByRole("dialog", { name: "Endpoint added" })
  const secret = (await made.getByText(/^whsec_/).textContent()) ?? ""
  await made.getByText("Python").click()
  await made.getByText("pip install standardwebhooks").waitFor()
  await expectAccessible(visitor, "secret")
  await made.getByRole("button", { name: "Done" }).click()
  await page.getByRole("heading", { name: "tickets.example" }).waitFor()

  const { prisma } = api.world.services.database
  const endpoint = await prisma.webhookEndpoint.findFirstOrThrow()
  expect(endpoint.eventTypes).toEqual(expect.arrayContaining(["alert.created", "alert.resolved"]))
  await page.getByRole("button", { name: "Send test event" }).first().click()
  const log = page.getByRole("list", { name: "Deliveries" })
  await log.getByText("Queued").waitFor()
  await settleDue({ outcome: "accepted", responseStatus: 200, finding: null })
  await log.getByText("Accepted").waitFor()

  await webhooks.happen(endpoint.projectId)
  await webhooks.address()
  await settleDue({ responseHeaders: "server: nginx", responseBody: "database is locked" })
  await log.getByText("Retrying").waitFor()
  await page.getByText("Failing", { exact: true }).waitFor()
  await log.getByRole("button", { name: "alert.created" }).click()
  await log.getByText("Response", { exact: true }).click()
  await log.getByText("database is locked").waitFor()
  await log.getByLabel("request body").getByText('"alert.created"').waitFor()
  await expectAccessible(visitor, "delivery log")

  await page.getByLabel("All states").selectOption("Accepted")
  await log.getByText("alert.created").waitFor({ state: "detached" })
  expect(page.url()).toContain("state=ACCEPTED")
  await page.getByRole("button", { name: "Clear" }).click()
  await log.getByRole("button", { name: "alert.created" }).click()
  await log.getByRole("button", { name: "Send now" }).click()
  await page.getByText("Delivery queued again").first().waitFor()
  await settleDue({ outcome: "accepted", responseStatus: 200, finding: null })
  await log.getByText("Retrying").waitFor({ state: "detached" })
  await page.getByText("Enabled", { exact: true }).waitFor()

  const act = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name }).click()
  }
  await act("Disable…")
  await page.getByRole("button", { name: "Disable endpoint" }).click()
  await page.getByText("Disabled", { exact: true }).waitFor()
  await act("Enable")
  await page.getByText("Enabled", { exact: true }).waitFor()
  await act("Replay since…")
  await page.getByLabel("Also send what was accepted").check()
  await expectAccessible(visitor, "replay")
  await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click()
  await page.getByText("1 delivery queued again").first().waitFor()
  await act("Rotate secret…")
  await page.getByRole("button", { name: "Rotate secret" }).click()
  const rotated = page.getByRole("dialog", { name: "Secret rotated" })
  expect(await rotated.getByText(/^whsec_/).textContent()).not.toBe(secret)
  await rotated.getByRole("button", { name: "Done" }).click()
  await page.getByText("previous one signs until").waitFor()

  await page.getByRole("link", { name: "Settings", exact: true }).last().click()
  await page.getByLabel("Description (optional)").fill("Tickets")
  await page.getByRole("button", { name: "Save endpoint" }).click()
  await page.getByRole("heading", { name: "Tickets" }).waitFor()
  await expectAccessible(visitor, "endpoint settings")
  await act("Delete…")
  await page.getByRole("button", { name: "Delete endpoint" }).click()
  await page.getByRole("heading", { name: "No webhook endpoints yet" }).waitFor()
  expect(visitor.faults).toEqual([])
})
