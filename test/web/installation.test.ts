import { afterAll, expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { insertMonitor } from "../support/checks.ts"
import { useNotify } from "../support/notify.ts"
import { startSmtp } from "../support/smtp.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://localhost:${port}`
const smtp = await startSmtp()
const { MONITOR_PRIVATE: _own, ...rest } = apiEnv
const api = useApi({ ...rest, HOST: "localhost", PORT: port, BASE_URL: base })
afterAll(() => smtp.stop())
useNotify(api.world)

test("every page says that alerts reach nobody, until the operator sets up mail and a message arrives", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { prisma } = api.world.services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  await insertMonitor(api.world, projectId, { name: "Router" })
  const shots = process.env["INSTALLATION_SHOTS"]
  const shoot = async (name: string) => {
    if (shots === undefined) return
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: `${shots}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
    }
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  const line = page.getByText("Alerts reach nobody: e-mail is not set up.")
  for (const path of ["", "/monitors", "/settings"]) {
    await page.goto(`/projects/${projectId}${path}`)
    await line.waitFor()
  }
  await page.goto(`/projects/${projectId}`)
  await page.getByText("Send yourself a test message").waitFor()
  await line.waitFor()
  await page.getByRole("link", { name: "Turn on push here" }).waitFor()
  await page.getByRole("link", { name: "Add Slack or Discord" }).waitFor()
  await shoot("line")
  await page.getByRole("link", { name: "Set up e-mail" }).click()

  const mail = page.getByRole("region", { name: "E-mail" })
  await mail.getByRole("button", { name: "Send test" }).click()
  await mail.getByText("E-mail is not set up. Set SMTP_URL and MAIL_FROM.").waitFor()
  await mail.getByRole("button", { name: "Set up" }).click()
  const { hostname, port: smtpPort } = new URL(smtp.url)
  await mail.getByLabel("Server").fill(hostname)
  await mail.getByLabel("Port").fill("1")
  await mail.getByLabel("Sender").fill("alerts@watch.example")
  const save = mail.getByRole("button", { name: "Test and save" })
  await save.click()
  await mail.getByText("Not saved: Could not connect to the mail server").waitFor()
  await shoot("form")
  await expectAccessible(visitor, "the installation page")
  expect(await prisma.installationSetting.count()).toBe(0)
  await mail.getByLabel("Port").fill(smtpPort)
  await save.click()
  await mail.getByText(`Sent through ${hostname}:${smtpPort} from alerts@watch.example.`).waitFor()
  expect(smtp.mails.map(({ to }) => to)).toEqual([["ada@example.test"]])
  await line.waitFor({ state: "detached" })
  await mail.getByRole("button", { name: "Send test" }).click()
  await mail.getByText("accepted a test message to ada@example.test.").waitFor()
  expect(smtp.mails).toHaveLength(2)
  const place = page.getByRole("region", { name: "Backups" })
  await place.getByRole("button", { name: "Test" }).click()
  await place.getByText("A file can be written to").waitFor()
  await shoot("installation")

  const signUpPart = page.getByRole("region", { name: "Sign-up" })
  await prisma.monitor.updateMany({ data: { host: "192.168.0.1" } })
  await signUpPart.getByRole("button", { name: "Change" }).click()
  await signUpPart.getByLabel("Who may create an account").selectOption("open")
  await signUpPart.getByText("No longer checked: 1 monitor").waitFor()
  await signUpPart.getByRole("button", { name: "Save", exact: true }).click()
  await signUpPart.getByText(/1 monitor is no longer checked: Router \(Acme\)/).waitFor()
  await shoot("sign-up")
  await signUpPart.getByRole("button", { name: "Save anyway" }).click()
  await signUpPart.getByText("Anybody can create an account.").waitFor()

  await page.goto("/account/contact")
  const contact = page.getByRole("region", { name: "Contact methods" })
  await contact.getByRole("button", { name: "Send code", exact: true }).first().click()
  const codes = () =>
    smtp.mails.flatMap(({ parsed }) => /^(\d{6}) is your/.exec(parsed.subject ?? "")?.[1] ?? [])
  await soon(codes).toHaveLength(1)
  await contact.getByLabel("Code sent to E-mail").fill(codes()[0] ?? "")
  await contact.getByRole("button", { name: "Confirm" }).click()
  await contact.getByRole("button", { name: "Test E-mail" }).click()
  await contact.getByText("The provider accepted the test.").waitFor()
  await page.goto(`/projects/${projectId}`)
  await page.getByText("Send yourself a test message (done)").waitFor()
})
