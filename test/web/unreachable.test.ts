import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createHealth } from "../../src/pages/health.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeChannel } from "../support/channels.ts"
import { startProvider } from "../support/chat.ts"
import { useNotify } from "../support/notify.ts"
import { pagingOf } from "../support/paging.ts"
import { startSmtp } from "../support/smtp.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const smtp = await startSmtp()
const slack = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { "content-type": "application/json" })
  response.end(JSON.stringify({ ok: false, error: "invalid_auth" }))
})
await once(slack.listen(0, "127.0.0.1"), "listening")
const { port: slackPort } = slack.address() as AddressInfo
const api = useApi({
  ...apiEnv,
  SMTP_URL: smtp.url,
  MAIL_FROM: "alerts@watch.example",
  SLACK_API_URL: `http://127.0.0.1:${slackPort}/api/`,
  PORT: port,
  BASE_URL: base,
})
useNotify(api.world)
afterAll(async () => {
  slack.closeAllConnections()
  slack.close()
  await smtp.stop()
})

test("every provider refuses: health, the alert and every page say so, until one takes a message", async () => {
  const hook = await startProvider(() => ({ status: 500, body: "no" }))
  const gone = await startProvider(() => ({ status: 404, body: "channel_not_found" }))
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { services } = api.world
  const { prisma, pool } = services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  const rooms = [
    await makeChannel(
      api.world,
      { projectId },
      {
        kind: "slack_bot",
        settings: { token: "xoxb-1-2-3", signingSecret: "a".repeat(32), channelId: "C024BE91L" },
      },
    ),
    await makeChannel(
      api.world,
      { projectId },
      { kind: "slack_webhook", settings: { url: `${hook.url}/services/T/B/x` } },
    ),
    await makeChannel(
      api.world,
      { projectId },
      { kind: "slack_webhook", settings: { url: `${gone.url}/services/T/B/y` } },
    ),
  ]
  await createPolicy(api.world.system, {
    projectId,
    name: "Standard",
    rules: rooms.map(({ id }, at) => ({
      delayMinutes: at === 0 ? 0 : 30,
      targets: [{ channelId: id }],
    })),
  })
  smtp.held.recipientRefusal = { responseCode: 550, message: "5.1.1 No such mailbox" }

  const { alert } = await pagingOf(api.world).fail(projectId)
  const escalation = () =>
    prisma.escalation.findUniqueOrThrow({
      where: { alertId: alert.id },
      include: { steps: { orderBy: { at: "asc" } } },
    })
  // Rules that would wait half an hour each, and then the owner by every way, within the retries of one provider.
  await soon(async () => (await escalation()).unreachableSince).not.toBeNull()
  expect((await escalation()).steps.map(({ ruleOrder }) => ruleOrder)).toEqual([1, 2, 3, 0])
  const banner = page.getByText("Nobody could be reached about an open alert")
  await banner.waitFor()
  await expectAccessible(visitor, "unreachable")
  for (const name of [/^Monitors/, /^Status pages/, "Settings"]) {
    await page.getByRole("link", { name }).first().click()
    await banner.waitFor()
  }
  const { report } = await createHealth(services)()
  expect(report).toMatchObject({
    status: expect.stringMatching(/degraded|down/),
    escalation: {
      status: "degraded",
      unreachable_alerts: 1,
      detail: expect.stringContaining("Nobody could be reached about 1 of 1 open alert"),
    },
  })
  const shots = process.env["BANNER_SHOTS"]
  if (shots !== undefined) {
    await page.screenshot({ path: `${shots}/light.png` })
    await page.emulateMedia({ colorScheme: "dark" })
    await page.screenshot({ path: `${shots}/dark.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${shots}/phone.png` })
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  await page.getByRole("link", { name: new RegExp(`^#${alert.number} `) }).click()
  const timeline = page.getByRole("list", { name: "Alert timeline" })
  await timeline.getByText("Step 1 reached nobody").waitFor()
  await timeline.getByText("Nobody could be reached", { exact: true }).waitFor()
  await timeline
    .getByText(/Slack rejected the bot token.*No such mailbox/s)
    .first()
    .waitFor()
  if (shots !== undefined) await page.screenshot({ path: `${shots}/alert.png`, fullPage: true })

  // The mail server takes mails again.
  smtp.held.recipientRefusal = null
  await pool.query(
    `update delivery set state = 'pending', tries = 0, settled_at = null, due_at = now()
      where subject_id = $1 and account_id is not null`,
    [alert.id],
  )
  await services.bus.publish([{ topic: "delivery.due", payload: { projectId } }])
  await smtp.reached(2)
  await banner.waitFor({ state: "detached" })
  await soon(async () => (await escalation()).unreachableSince).toBeNull()
  expect((await createHealth(services)()).report.escalation).toMatchObject({
    unreachable_alerts: 0,
  })
})
