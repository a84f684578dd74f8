import { afterAll, expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { startSmtp } from "../support/smtp.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"
import { useNotify } from "../support/notify.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://localhost:${port}`
const smtp = await startSmtp()
const api = useApi({
  ...apiEnv,
  HOST: "localhost",
  PORT: port,
  BASE_URL: base,
  SMTP_URL: smtp.url,
  MAIL_FROM: "alerts@watch.example",
})
afterAll(() => smtp.stop())
useNotify(api.world)

const codes = () =>
  smtp.mails.flatMap(({ parsed }) => /^(\d{6}) is your/.exec(parsed.subject ?? "")?.[1] ?? [])

test("a person confirms the account's address, tests it, adds another and removes it again", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  await page.goto("/account/contact")
  const card = page.getByRole("region", { name: "Contact methods" })
  await card.getByText("Not verified").waitFor()
  await card.getByText("Set TWILIO_URL.").first().waitFor()

  await card.getByRole("button", { name: "Send code", exact: true }).first().click()
  await soon(codes).toHaveLength(1)
  const field = card.getByLabel("Code sent to E-mail")
  await field.fill(codes()[0] === "000000" ? "000001" : "000000")
  await card.getByRole("button", { name: "Confirm" }).click()
  await card.getByText("Is not the code that was sent; 4 more tries.").waitFor()
  await field.fill(codes()[0] ?? "")
  await card.getByRole("button", { name: "Confirm" }).click()
  await card.getByRole("button", { name: "Test E-mail" }).click()
  await card.getByText("The provider accepted the test.").waitFor()
  expect(smtp.mails.at(-1)?.parsed.subject).toBe("Test of E-mail")

  await card.getByLabel("E-mail address").fill("nonsense")
  await card.getByLabel("Name").fill("Work")
  const add = card.getByRole("button", { name: "Send code", exact: true })
  await add.click()
  await card.getByText("Must be an e-mail address such as ada@example.com.").waitFor()
  await card.getByLabel("E-mail address").fill("ada@work.example")
  await add.click()
  await card.getByLabel("Code sent to Work").waitFor()
  await expectAccessible(visitor, "the account page")

  await card.getByRole("button", { name: "Remove Work" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await card.getByRole("button", { name: "Remove Work" }).waitFor({ state: "detached" })

  await page.reload()
  const rules = page.getByRole("region", { name: "Contact rules" })
  await rules
    .getByText("At 3 a.m. a high-urgency alert reaches you in the default order.")
    .waitFor()
  await rules.getByRole("button", { name: "Add a contact method…" }).first().click()
  await page.getByRole("menuitem", { name: /^E-mail/ }).click()
  await rules.getByLabel("Delay of E-mail").selectOption("after 2 min")
  await rules.getByText("reaches you by E-mail after 2 min.").waitFor()
  await rules.getByLabel("Quiet hours").check()
  await rules.getByText("At 3 a.m. a low-urgency alert waits until 07:00").waitFor()
  await expectAccessible(visitor, "contact rules")
  await rules.getByRole("button", { name: "Save rules" }).click()
  await rules.getByRole("button", { name: "Use the default" }).waitFor()
  await page.reload()
  await rules.getByText("reaches you by E-mail after 2 min.").waitFor()
  await rules.getByRole("button", { name: "Use the default" }).click()
  await rules.getByText("reaches you in the default order.").first().waitFor()

  const { prisma } = api.world.services.database
  const { id: userId } = await prisma.user.findFirstOrThrow()
  const bo = { host: "discord", memberId: "8", userId, name: "Bo" } as const
  await prisma.chatAccount.create({ data: bo })
  await page.goto("/account")
  const chats = page.getByRole("region", { name: "Connected chat accounts" })
  await chats.getByText("Actions these accounts take on an alert are recorded as yours.").waitFor()
  await expectAccessible(visitor, "the account page with a chat")
  await chats.getByRole("button", { name: "Disconnect Bo" }).click()
  await chats.waitFor({ state: "detached" })
  expect(await prisma.chatAccount.count()).toBe(0)

  expect(visitor.faults).toEqual([])
})
